from tests.casino.world import House
def test_it(house: House) -> None:
    house.stock(chips={10000: 100, 2500: 100}, cash=500000)
    house.table(); house.open()
    house.opener({})
    s = house.done("fill", {10000: 20, 2500: 10})

    assert s.state == "done"
    assert house.balance("table:h1:tray") == 225000
