// Two people, after site.js and keep.js: from two dates to their day pillars' page, and what the rest of the charts adds.
const told = (date) => json(`${path(date)}reading.json`);
const two = $("#two");
if (two) {
  const says = two.querySelector("[role=status]");
  const slugs = Object.fromEntries(two.dataset.slugs.trim().split(" ").map((each) => [each.slice(0, 2), each.slice(2)]));
  const order = Object.keys(slugs);
  $("#days").append(...days().map(({ label, name }) => make("option", name, { value: label })));
  const fields = [two.a, two.b];
  two.oninput = ({ target }) => target.removeAttribute("aria-invalid");
  two.onsubmit = async (event) => {
    event.preventDefault();
    const typed = fields.map((field) => read(field.value));
    const wrong = typed.findIndex(({ found }) => found.length !== 1);
    if (wrong >= 0) {
      says.replaceChildren(typed[wrong].says, ...choices(typed[wrong].found));
      fields[wrong].setAttribute("aria-invalid", "true");
      return fields[wrong].focus();
    }
    const dates = typed.map(({ found: [[page]] }) => page);
    const charts = await Promise.all(dates.map(told));
    if (!charts.every(Boolean)) return (says.textContent = "現在讀不到這兩天，請再試一次。");
    const both = charts.map((chart, i) => [chart.data.bazi.slice(-2), dates[i]]);
    const [[one, first], [other, second]] = both.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    // Behind #, where no server sees them.
    location = `${slugs[one]}/${slugs[other]}/#${first}+${second}`;
  };
}

// Each one's useful element in the other's chart: shown in a stem, held in a branch, or lacking.
const more = $("#more");
const dates = location.hash.slice(1).split("+").flatMap((date) => read(date).found);
const tell = async () => {
  const charts = await Promise.all(dates.map(([page]) => told(page)));
  if (!charts.every(Boolean)) return;
  const found = ({ chart: { useful } }, { chart: { pillars, elements } }) => {
    const shown = pillars.some(({ pillar }) => "木火土金水"["甲乙丙丁戊己庚辛壬癸".indexOf(pillar[0]) >> 1] === useful);
    const state = shown ? "shown" : elements[useful].score ? "held" : "lacking";
    return more.dataset[state].replace("＿", useful);
  };
  dates.forEach(([page, label], i) => {
    const line = make("p");
    line.append(anchor(page, label), `（${charts[i].data.bazi}）　${found(charts[i], charts[1 - i])}`);
    more.append(line);
  });
  // Who is who: the page names the two by their pillars alone.
  $(".when").textContent = dates.map(([, label], i) => `${label}是${charts[i].data.bazi.slice(-2)}日`).join("，");
  more.hidden = false;
};
if (more && dates.length === 2) tell();
