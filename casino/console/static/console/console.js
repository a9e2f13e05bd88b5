/* The console's keys and manners: nothing typed is lost, nothing is sent twice, a silent house is said to be silent. */
"use strict";
(() => {
  // The second half of a double click comes within this time of the answer to the first: the form is deaf for it.
  const DEAF_MS = 400;
  let answered = { form: "", at: -DEAF_MS };
  const byId = (id) => document.getElementById(id);
  const isPoll = (element) => element && element.hasAttribute && element.hasAttribute("data-poll");

  document.addEventListener("submit", (event) => {
    if (event.target.id === answered.form && performance.now() - answered.at < DEAF_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // A screen that asks again says what it has; 304 leaves it as it is.
  document.addEventListener("htmx:configRequest", (event) => {
    const seen = isPoll(event.detail.elt) && event.detail.elt.querySelector("[data-version]");
    if (seen) event.detail.headers["If-None-Match"] = `"${seen.dataset.version}"`;
  });

  // What stands typed or open survives the new picture of the table, except what was just sent.
  let kept = null;
  const keep = (target, sent) => {
    const fields = [...target.querySelectorAll("input[id], select[id]")].filter(
      (field) => field.type !== "hidden" && !(sent && sent.contains(field)) && changed(field));
    return {
      values: fields.map((field) => [field.id, field.value]),
      open: [...target.querySelectorAll("details[id][open]")].filter((one) => !(sent && one.contains(sent))).map((one) => one.id),
      found: !(sent && sent.id === "sit") && byId("found") ? byId("found").innerHTML : "",
    };
  };
  const changed = (field) => field.tagName === "SELECT"
    ? ![...field.options].some((option, index) => option.selected && (option.defaultSelected || index === 0))
    : field.value !== field.defaultValue;
  const restore = (target) => {
    if (!kept) return;
    kept.values.forEach(([id, value]) => { const field = byId(id); if (field && target.contains(field)) field.value = value; });
    kept.open.forEach((id) => { const one = byId(id); if (one) one.open = true; });
    if (kept.found && byId("found")) byId("found").innerHTML = kept.found;
    kept = null;
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target, requestConfig } = event.detail;
    if (xhr.getResponseHeader("HX-Retarget")) event.detail.shouldSwap = true;
    if (target.id === "table") kept = keep(target, isPoll(requestConfig.elt) ? null : requestConfig.elt.closest("form"));
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "table") return;
    restore(event.detail.target);
    if (document.activeElement === document.body && byId("felt")) byId("felt").focus({ preventScroll: true });
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, successful } = event.detail;
    if (isPoll(elt)) fresh(xhr.status > 0 && xhr.status < 500);
    else if (successful && elt.id) answered = { form: elt.id, at: performance.now() };
  });
  document.addEventListener("htmx:sendError", (event) => {
    if (!isPoll(event.detail.elt)) say(byId("words-unsent").content.textContent);
  });
  document.addEventListener("htmx:responseError", (event) => {
    const { elt, xhr } = event.detail;
    if (!isPoll(elt) && xhr.status >= 500 && !xhr.getResponseHeader("HX-Retarget")) say(byId("words-unsent").content.textContent);
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

  // Keys. They can be switched off in the help, for those whose tools type by themselves.
  const singleKeys = () => localStorage.getItem("single-keys") !== "off";
  const typing = () => document.activeElement && document.activeElement.matches("input, select, textarea, [contenteditable]");
  const press = (id) => { const button = byId(id); if (button && !button.disabled) button.click(); };
  const focusOn = (element) => { if (element) { element.focus(); if (element.select) element.select(); } };
  const step = (by) => {
    const rows = [...document.querySelectorAll("[data-step]")];
    const at = rows.indexOf(document.activeElement);
    focusOn(rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + by))]);
  };
  const keys = {
    KeyT: () => press("throw"),
    KeyS: () => focusOn(byId("asked")),
    KeyF: () => press("go-floor"),
    KeyV: () => { const form = byId("void-form"); if (form) { form.open = true; focusOn(byId("reason")); } },
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    if (event.key === "Escape" && typing()) return document.activeElement.blur();
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing() || !singleKeys() || byId("help")?.open) return undefined;
    if (event.key === "?") { event.preventDefault(); return byId("help")?.showModal(); }
    const digit = /^Digit([1-9])$|^Numpad([1-9])$/.exec(event.code);
    const act = digit ? () => focusOn(document.querySelector(`[data-seat="${digit[1] || digit[2]}"]`)) : keys[event.code];
    if (!act || (event.code.startsWith("Arrow") && !document.querySelector("[data-step]"))) return undefined;
    event.preventDefault();
    return act();
  });
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) byId(opener.dataset.opens).showModal();
  });
  document.addEventListener("DOMContentLoaded", () => {
    const box = byId("single-keys");
    if (!box) return;
    box.checked = singleKeys();
    box.addEventListener("change", () => localStorage.setItem("single-keys", box.checked ? "on" : "off"));
  });
})();
