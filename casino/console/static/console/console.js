/* The console's keys and manners: nothing typed is lost, nothing is sent twice, a silent house is said to be silent. */
"use strict";
(() => {
  // The second half of a double click comes within this time of the answer to the first: the form is deaf for it.
  const DEAF_MS = 700;
  let answered = { form: "", at: -DEAF_MS };
  const byId = (id) => document.getElementById(id);
  const isPoll = (element) => element && element.hasAttribute && element.hasAttribute("data-poll");

  document.addEventListener("submit", (event) => {
    if (event.target.id === answered.form && performance.now() - answered.at < DEAF_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // Who has signed in again beside an open page goes on where he was; `House-Person` keeps everybody else out.
  const token = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  // A screen that asks again says what it has; 304 leaves it as it is.
  document.addEventListener("htmx:configRequest", (event) => {
    const { verb, parameters } = event.detail;
    if (verb === "post" && token()) parameters.csrfmiddlewaretoken = token();
    const seen = isPoll(event.detail.elt) && event.detail.elt.querySelector("[data-version]");
    if (seen) event.detail.headers["If-None-Match"] = `"${seen.dataset.version}"`;
  });

  // What stands typed or open survives the new picture of the table, except what was just sent.
  let kept = null;
  let sent = "";  // the form whose answer is being shown: its field lets go of the keys
  let then = "";  // where that form says that the next key is wanted
  const keep = (target, sent) => {
    const fields = [...target.querySelectorAll("input[id], select[id]")].filter(
      (field) => field.type !== "hidden" && !(sent && sent.contains(field)) && changed(field));
    return {
      values: fields.map((field) => [field.id, field.value]),
      open: [...target.querySelectorAll("details[id][open]")].filter((one) => !(sent && one.contains(sent))).map((one) => one.id),
      found: byId("found") && !(sent && sent.contains(byId("found"))) ? byId("found").innerHTML : "",
    };
  };
  const changed = (field) => field.tagName === "SELECT"
    ? ![...field.options].some((option, index) => option.selected && (option.defaultSelected || index === 0))
    : field.value !== field.defaultValue;
  const restore = (target) => {
    if (!kept) return;
    kept.values.forEach(([id, value]) => { const field = byId(id); if (field && target.contains(field)) field.value = value; });
    kept.open.forEach((id) => { const one = byId(id); if (one) one.open = true; });
    target.querySelectorAll(".pad").forEach(add);
    const asked = byId("asked"), found = byId("found");
    if (kept.found && found) found.innerHTML = kept.found;
    else if (asked && asked.value) htmx.trigger(asked, "search");
    kept = null;
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target, requestConfig } = event.detail;
    if (xhr.getResponseHeader("HX-Retarget")) event.detail.shouldSwap = true;
    if (target.id !== "table") return;
    const form = isPoll(requestConfig.elt) ? null : requestConfig.elt.closest("form");
    kept = keep(target, form);
    sent = form ? form.id : "";
    then = form && form.dataset.then || "";
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "table") return;
    restore(event.detail.target);
    const lost = document.activeElement === document.body || sent && document.activeElement.closest("form") === byId(sent);
    if (lost) (then && document.querySelector(then) || byId("felt") || byId("main")).focus({ preventScroll: !then });
    sent = "";
  });

  // A button that was shut while the house answered has the keys again, unless the answer moved them.
  let asking = null;
  document.addEventListener("htmx:beforeRequest", (event) => { if (!isPoll(event.detail.elt)) asking = document.activeElement; });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isPoll(asker(event))) return;
    if (asking && asking.isConnected && document.activeElement === document.body) asking.focus({ preventScroll: true });
    asking = null;
  });

  // The form that asked, which its own answer may have taken off the page already.
  const asker = (event) => event.detail.requestConfig.elt;
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, successful } = event.detail;
    if (isPoll(asker(event))) {
      fresh(xhr.status > 0 && xhr.status < 500);
      if (xhr.status < 400) back();
    }
    else if (successful && event.detail.requestConfig.verb === "post") answered = { form: asker(event).id, at: performance.now() };
  });
  // Signed in again elsewhere: what was said about it is no longer so.
  const back = () => { if (byId("notice").querySelector("code")?.textContent === "signed_out") byId("notice").replaceChildren(); };
  const unsent = (event) => { if (!isPoll(asker(event))) say(byId("words-unsent").content.textContent); };
  document.addEventListener("htmx:sendError", unsent);
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    if (xhr.status >= 500 && !xhr.getResponseHeader("HX-Retarget")) unsent(event);
  });
  const say = (sentence) => {
    const notice = document.createElement("p");
    notice.className = "notice refusal";
    notice.setAttribute("role", "alert");
    notice.textContent = sentence;
    byId("notice").replaceChildren(notice);
  };
  let since = null;
  const fresh = (good) => {
    const stale = byId("stale");
    if (good) since = null;
    else if (!since) {
      since = new Date();
      stale.querySelector("time").textContent = since.toLocaleTimeString(document.documentElement.lang);
    }
    stale.hidden = good;
  };

  // Whoever was found before does not stand in for the one whose card is being typed.
  document.addEventListener("input", (event) => {
    if (event.target.name === "asked" && event.target.closest("form").method === "post") htmx.find(event.target.getAttribute("hx-target")).replaceChildren();
  });

  // A pad adds up what is typed, for the eye: the house adds up again.
  const add = (pad) => {
    const sum = [...pad.querySelectorAll("[data-worth]")].reduce(
      (all, field) => all + BigInt(field.dataset.worth) * BigInt(/^\d{1,9}$/.test(field.value) ? field.value : 0), 0n);
    const places = Number(pad.dataset.pad), digits = sum.toString().padStart(places + 1, "0");
    const whole = BigInt(digits.slice(0, digits.length - places)).toLocaleString(document.documentElement.lang);
    const point = (1.5).toLocaleString(document.documentElement.lang)[1];
    pad.querySelector("output").textContent = places ? whole + point + digits.slice(-places) : whole;
  };
  document.addEventListener("input", (event) => { const pad = event.target.closest(".pad"); if (pad) add(pad); });

  // What stands typed on a page, secrets apart, outlives leaving it for a while: reload, back, another language, a lost session.
  const WHILE_MS = 600_000;
  const place = () => {
    const person = JSON.parse(document.body.getAttribute("hx-headers") || "{}")["House-Person"];
    return person && `typed ${person} ${location.pathname}`;
  };
  const secret = (id) => byId(id).type === "password" || byId(id).name.endsWith("code");
  window.addEventListener("pagehide", () => {
    const { values, open } = keep(byId("main"), null), typed = values.filter(([id]) => !secret(id));
    if (place() && typed.length) sessionStorage.setItem(place(), JSON.stringify({ values: typed, open, at: Date.now() }));
  });
  document.addEventListener("DOMContentLoaded", () => {
    const typed = place() && JSON.parse(sessionStorage.getItem(place()));
    if (!typed) return;
    sessionStorage.removeItem(place());
    if (Date.now() - typed.at > WHILE_MS) return;
    kept = typed;
    restore(byId("main"));
  });

  // Keys. They can be switched off in the help, for those whose tools type by themselves.
  const singleKeys = () => localStorage.getItem("single-keys") !== "off";
  // Where only digits are typed, letters stay keys.
  const typing = (event) => document.activeElement.matches(
    /^(Digit|Numpad|Arrow)/.test(event.code) ? "input, select, textarea" : "input:not([inputmode=numeric]), select, textarea");
  const press = (id) => { const button = byId(id); if (button && !button.disabled) button.click(); };
  const focusOn = (element) => { if (element) { element.focus(); if (element.select) element.select(); } };
  const step = (by) => {
    const rows = [...document.querySelectorAll("[data-step]")];
    const at = rows.indexOf(document.activeElement);
    focusOn(rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + by))]);
  };
  const first = (form) => form.querySelector("input:not([type=hidden]), select");
  const unfold = (id, field) => { const one = byId(id); if (one) { one.open = true; focusOn(field(one)); } };
  // From entry to entry, up and down; from pick to pick, left and right.
  const beside = (all, by) => focusOn(all[all.indexOf(document.activeElement) + by]);
  const WAYS = {
    ArrowUp: [".offer input.chips, .offer [data-seat]", -1], ArrowDown: [".offer input.chips, .offer [data-seat]", 1],
    ArrowLeft: [".offer fieldset button", -1], ArrowRight: [".offer fieldset button", 1],
  };
  const keys = {
    KeyT: () => press("throw"),
    KeyG: () => press("new-guest"),
    KeyR: () => unfold("ask-slip", (one) => one.querySelector(".pad input")),
    KeyS: () => focusOn(byId("asked")),
    KeyF: () => press("go-floor"),
    KeyV: () => unfold("void-form", first),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    if (event.key === "Escape" && document.activeElement.matches("input, select")) return (byId("felt") || byId("main")).focus();
    const way = WAYS[event.key];
    if (way && !document.activeElement.matches("select") && document.activeElement.matches(way[0])) {
      event.preventDefault();
      return beside([...document.querySelectorAll(way[0])].filter((one) => one.checkVisibility()), way[1]);
    }
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing(event) || !singleKeys() || byId("help")?.open) return undefined;
    if (event.key === "?") { event.preventDefault(); return byId("help")?.showModal(); }
    const digit = /^Digit([1-9])$|^Numpad([1-9])$/.exec(event.code);
    const act = digit ? () => focusOn(document.querySelector(`[data-seat="${digit[1] || digit[2]}"]`)) : keys[event.code];
    if (!act || (event.code.startsWith("Arrow") && !document.querySelector("[data-step]"))) return undefined;
    event.preventDefault();
    return act();
  });
  // What a person opens has the keys: its first empty field.
  document.addEventListener("toggle", (event) => {
    const one = event.target;
    if (!one.open || document.activeElement !== one.querySelector("summary")) return;
    const fields = [...one.querySelectorAll("input:not([type=hidden]), select")];
    focusOn(fields.find((field) => !field.value) || fields[0]);
  }, true);
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) byId(opener.dataset.opens).showModal();
  });
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".bar nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = byId("single-keys");
    if (!box) return;
    box.checked = singleKeys();
    box.addEventListener("change", () => localStorage.setItem("single-keys", box.checked ? "on" : "off"));
  });
})();
