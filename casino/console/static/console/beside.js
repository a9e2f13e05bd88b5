/* What is wrong stands beside the field that it is about, in the page's language; the field keeps what was typed. */
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const shown = (field) => field.type !== "hidden" && !field.disabled;
  const clear = (form) => {
    form.querySelectorAll(".wrong").forEach((one) => one.remove());
    form.querySelectorAll("[aria-invalid]").forEach(right);
  };
  const right = (field) => {
    byId(field.getAttribute("aria-describedby"))?.remove();
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  };
  const mark = (field, sentence) => {
    if (field.hasAttribute("aria-invalid")) right(field);
    const wrong = document.createElement("p");
    wrong.className = "wrong";
    wrong.id = `wrong-${field.id}`;
    wrong.textContent = sentence;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", wrong.id);
    (field.closest(".pad") || field).after(wrong);
  };

  // The field that the house names; in a form with one field it is that one.
  const meant = (form, names) => {
    const fields = [...form.querySelectorAll("input, select")].filter(shown);
    const named = names.map((name) => fields.find((field) => field.name === name || field.name.startsWith(`${name}-`))).find(Boolean);
    return named || (fields.length === 1 ? fields[0] : undefined);
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt.closest("form");
    if (form && event.detail.requestConfig.verb === "post") clear(form);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const refusal = event.detail.target.id === "notice" && event.detail.target.querySelector(".refusal");
    const form = event.detail.requestConfig.elt.closest("form");
    if (!refusal || !form || !form.isConnected || form.contains(event.detail.target)) return;
    const field = meant(form, (refusal.dataset.fields || "").split(" ").filter(Boolean));
    if (!field) return;
    mark(field, refusal.firstChild.textContent.trim());
    field.focus();
    if (field.select) field.select();
  });
  // The browser's own words for an empty field are in the browser's language: the house says it itself.
  document.addEventListener("invalid", (event) => {
    event.preventDefault();
    const field = event.target, first = [...field.form.elements].find((one) => one.matches(":invalid:not(fieldset)"));
    mark(field, field.validity.valueMissing ? byId("words-missing").content.textContent : field.validationMessage);
    if (field === first) field.focus();
  }, true);
  document.addEventListener("input", (event) => { if (event.target.hasAttribute("aria-invalid")) right(event.target); });
})();
