// The years of a birth date, after site.js: its reading names the day pillar, the list has its page.
const pillar = $("#pillar");
pillar.onsubmit = async (event) => {
  event.preventDefault();
  const { found: [date, other], says } = read($("#born").value);
  const told = date && !other && (await json(`${path(date[0])}reading.json`));
  const way = told && $$(".six a").find((a) => a.textContent === told.data.bazi.slice(-2));
  if (way) location = way.href;
  else pillar.lastElementChild.textContent = says;
};
