/* The paper prints itself once it is drawn; the button prints the same copy again. */
"use strict";
document.getElementById("print").addEventListener("click", () => window.print());
window.addEventListener("load", () => window.print());
