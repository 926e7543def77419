// Says at each field left alone what the chosen rule set holds there. The form works without.

const chosen = document.querySelector("[data-rule-sets]");
const ruleSets = JSON.parse(chosen.dataset.ruleSets);

function show() {
  for (const [name, value] of Object.entries(ruleSets[chosen.value])) {
    const fields = [...chosen.form.elements].filter((field) => field.name === name);
    const alone = fields.find((field) => field.type === "radio" && field.value === "");
    if (!alone) {
      fields[0].placeholder = value;
      continue;
    }
    const words = alone.labels[0].querySelector("span");
    const held = words.querySelector("code") ?? document.createElement("code");
    held.textContent = value;
    if (!held.parentNode) words.append(": ", held);
  }
}

chosen.addEventListener("change", show);
show();
