// Light or dark, before anything is painted: what the reader has chosen here, or else what their system says.
document.documentElement.classList.add("with-scripts");
(() => {
  const choices = ["auto", "light", "dark"];
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage is switched off: the system decides
    }
  };
  const show = (choice) => {
    if (choice === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
  };
  let chosen = choices.includes(stored()) ? stored() : "auto";
  show(chosen);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".theme");
    const name = () => {
      button.textContent = { auto: "◐", light: "☀", dark: "☾" }[chosen];
      button.setAttribute("aria-label", `Theme: ${chosen}`);
      button.title = `Theme: ${chosen}`;
    };
    name();
    button.hidden = false;
    button.addEventListener("click", () => {
      chosen = choices[(choices.indexOf(chosen) + 1) % choices.length];
      try {
        localStorage.setItem("theme", chosen);
      } catch {
        // It then holds for this page alone.
      }
      show(chosen);
      name();
    });
  });
})();
