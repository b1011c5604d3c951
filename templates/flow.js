// Beside the flow years, after site.js.
{
  // The years of a birth date: its reading names the day pillar, the list has its page.
  const pillar = $("#pillar");
  if (pillar) {
    pillar.hidden = false;
    pillar.onsubmit = async (event) => {
      event.preventDefault();
      const { found: [date, other], says } = read($("#born").value);
      const told = date && !other && (await json(`${path(date[0])}reading.json`));
      const way = told && $$(".grid a").find((a) => a.textContent === told.data.bazi.slice(-2));
      if (way) location = way.href;
      else pillar.lastElementChild.textContent = says;
    };
  }

  // The year that runs, from its 立春 to the next.
  const sui = $$(".flow time").findLast((t) => new Date(t.dateTime) <= Date.now())?.closest("section");
  if (sui) for (const part of [sui, $(`[href="#${sui.id}"]`)]) part.ariaCurrent = "true";
}
