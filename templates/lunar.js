// Beside the large form, after site.js: lunar dates turned into pages.
// generator/pages/lunar.py describes the words.
{
  const [first, ...words] = $("#find").dataset.lunar.split(" ");
  const [years, months, days] = $$(".lunar select");
  const dayName = (n) => (n % 10 ? "初十廿"[(n / 10) | 0] + HAN[n % 10] : "初二三"[n / 10 - 1] + "十");
  const monthsOf = (year) => {
    const word = parseInt(words[year - first], 36);
    const leap = (word >> 13) & 15;
    const names = [..."正二三四五六七八九十", "十一", "十二"];
    if (leap) names.splice(leap, 0, `閏${names[leap - 1]}`);
    let on = Date.UTC(year, 0, 20 + (word >> 17));
    return names.map((name, i) => {
      const dates = [];
      for (let n = 1; n < 30 + ((word >> i) & 1); n++) {
        const [date] = read(new Date((on += 864e5)).toISOString().slice(0, 10)).found;
        if (date) dates.push([dayName(n), date[0]]); // outer years reach beyond the pages
      }
      return [`${name}月`, dates];
    }).filter(([, dates]) => dates[0]);
  };
  const fill = (select, options) => {
    const [was] = select.selectedOptions;
    select.replaceChildren(...options.map(([name, value]) => new Option(name, value, false, name === was?.text)));
  };
  let lists;
  months.onchange = () => fill(days, lists[months.value][1]);
  years.onchange = () => {
    lists = monthsOf(years.value);
    fill(months, lists.map(([name], i) => [name, i]));
    months.onchange();
  };
  fill(years, words.map((_, i) => {
    const n = first - 4 + i;
    return [`${n + 4} ${"甲乙丙丁戊己庚辛壬癸"[n % 10]}${"子丑寅卯辰巳午未申酉戌亥"[n % 12]}`, n + 4];
  }));
  years.value = 1990;
  years.onchange();
  $(".lunar button").onclick = () => (location = path(days.value));
  $(".lunar").hidden = false;
}
