"""The drill's own log key and witness: whoever attacks has neither, until an attack says that he stole one."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from casino.fairness.entropy import draw
from casino.witness.judgement import Answer, Witness
from casino.witness.memory import Memory
from casino.witness.notes import WitnessKey, read_logs
from ledger.log import keys, store
from ledger.log.cosigning import request
from ledger.log.note import parse_key
from ledger.log.sealing import OPTIONS, Sealer
from ledger.log.tree import consistency_proof
from ledger.verify.trust import Trust

ORIGIN = "drill.example/log"
WITNESS = "drill.example/witness"


@dataclass(frozen=True, slots=True)
class Signers:
    """Who signs: the log's key, and a witness that remembers what it saw."""

    log: keys.SigningKey
    witness_key: WitnessKey
    witness: Witness

    @property
    def trust(self) -> Trust:
        """What a verifier is given."""
        return Trust((self.log.public,), (parse_key(self.witness_key.public),), every=True)

    def seal(self, address: str) -> None:
        """Seals what is new, and has it cosigned if the witness will."""
        with psycopg.connect(address, autocommit=True, options=OPTIONS) as connection:
            Sealer(connection, self.log).seal()
            newest = store.newest(connection)
            answer = self.asked(connection)
            if newest is not None and answer.status == 200:
                line = answer.body.rstrip("\n")
                connection.execute("select ledger_append_cosignature(%s, %s, %s)", [newest.size, WITNESS, line])

    def asked(self, connection: psycopg.Connection[Any]) -> Answer:
        """What the witness says to the newest checkpoint there is, and to the proof that leads to it."""
        newest = store.newest(connection)
        if newest is None:
            return Answer(404, "there is no checkpoint\n")
        rows = store.ask(connection, "SELECT coalesce(max(size), 0) FROM ledger_cosignature")
        proof = consistency_proof(int(rows[0][0]), newest.size, store.stored(connection))
        body = request(int(rows[0][0]), proof, newest.checkpoint)
        return self.witness.add_checkpoint(body, int(datetime.now(UTC).timestamp()))


def fresh(folder: Path) -> Signers:
    """New keys, and a witness whose memory lies in `folder`."""
    log = keys.parse_private(keys.private_text(ORIGIN, draw()))
    witness_key = WitnessKey(WITNESS, draw())
    witness = Witness(witness_key, read_logs(str(log.public)), Memory(folder / "witness.sqlite"))
    return Signers(log, witness_key, witness)
