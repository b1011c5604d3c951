// Beside the large form, after site.js: lunar dates turned into pages.
// generator/pages/almanac.py describes the words.
{
  const [first, ...words] = $("#find").dataset.lunar.split(" ");
  const [years, months, days] = $$(".lunar select");
  const MONTHS = [..."正二三四五六七八九十", "十一", "十二"];
  const dayName = (n) => (n % 10 ? "初十廿"[(n / 10) | 0] + HAN[n % 10] : "初二三"[n / 10 - 1] + "十");
  const monthsOf = (year) => {
    const word = Number(words[year - first]);
    const leap = (word >> 13) & 15;
    const names = [...MONTHS];
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
  // A lunar date typed above: the picker opens, on that date where its year is typed too.
  const choose = (select, name) => {
    const option = [...select.options].find(({ text, value }) => [text, value].includes(name));
    if (option) select.value = option.value;
    select.onchange?.();
    return option;
  };
  $("#find").addEventListener("submit", () => {
    const typed = $("[name=birth]").value.normalize("NFKC");
    if (!LUNAR.test(typed)) return;
    const plain = typed.replace(/[農陰舊]曆|[閏初\s]/g, "").replace("正月", "1月").replace("臘月", "12月");
    const [[year, month, day] = []] = parts(plain);
    $(".lunar").open = true;
    const name = `${typed.includes("閏") ? "閏" : ""}${MONTHS[month - 1]}月`;
    const found = day && choose(years, `${year}`) && choose(months, name) && choose(days, dayName(day));
    $("#birth-hint").textContent = found ? "這是農曆，已經替你選好，按「換成國曆」。" : "這像是農曆，請在下面選出年、月、日。";
    (found ? $(".lunar button") : years).focus();
  });
  $(".lunar button").onclick = () => (location = path(days.value));
}
