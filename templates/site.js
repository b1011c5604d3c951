// Every page works without this.
const $$ = (css) => [...document.querySelectorAll(css)];
const $ = (css) => $$(css)[0];
const make = (tag, role) => {
  const made = document.createElement(tag);
  made.setAttribute("role", role);
  return made;
};

const find = $("#find");
const { root, lunar, since, until, range } = find?.dataset ?? {};
const ours = (y) => y >= since && y <= until;

// A typed date → [year, month, day], or nothing.
const HAN = "零一二三四五六七八九";
const parts = (text) => {
  const plain = text
    .replace(/[〇○零一二三四五六七八九]/g, (c) => Math.max(HAN.indexOf(c), 0))
    .replace("廿", "2十").replace("卅", "3十").replace(/(\d?)十(\d?)/g, (_, a, b) => (a || 1) + (b || "0"))
    .replace("元月", "1月").replace(/1?百(?!\d)/, "100").replace(/1?百/, "1").replace(/^([國陽]曆|中華)\s*/, "");
  const [, era, y, m, d, mm, dd] = /^([西公]元|民國)?-?(\d{1,4})(?:-(\d\d?)-(\d\d?)-?|(\d\d)(\d\d))$/
    .exec(plain.replace(/[年月日號\-/.,、\s]+/g, "-")) ?? [];
  const roc = y < 1000 && !/元/.test(era);
  // A bare number is 民國 where it is hardly a day.
  const bare = y?.length < 4 && y >= since - 1911 && (m || ours(+y + 1911));
  if (y && (!roc || bare || era || /^\d+\s*年/.test(plain))) return [+y + roc * 1911, +(m ?? mm), +(d ?? dd)];
};
// A typed date → ["1990-5-20", "1990年5月20日"], or ["", what is wrong].
const read = (typed) => {
  const text = typed.normalize("NFKC").replace(/[‐-―−]/g, "-").trim();
  if (!text) return ["", "請先寫下出生日期，例如 1990-5-20。"];
  // Spaces may part the numbers, or mean nothing.
  const date = parts(text) ?? parts(text.replace(/\s/g, ""));
  if (!date)
    return ["", /[農陰舊]曆|閏|初|[正臘]月/.test(text)
      ? "這像是農曆，請打開「只記得農曆？」換成國曆。"
      : `看不懂「${text}」。請照年、月、日的順序寫，例如 1990-5-20 或民國79年5月20日。`];
  const [y, m, d] = date;
  const label = `${y}年${m}月${d}日`;
  // February 30 would roll over into March.
  if (new Date(Date.UTC(y, m - 1, d)).getUTCMonth() !== m - 1) return ["", `沒有${label}這一天，請再核對。`];
  if (!ours(y)) return ["", `這裡沒有${label}，只收${range}。`];
  return [`${y}-${m}-${d}`, label];
};

const birth = $("#birth");
if (find) {
  const go = (page) => (location = `${root}${page}/`);
  find.onsubmit = (event) => {
    event.preventDefault();
    const [page, says] = read(birth.value);
    if (page) return go(page);
    $("#birth-hint").textContent = says;
    birth.setAttribute("aria-invalid", "true");
    birth.focus();
  };
  birth.oninput = () => birth.removeAttribute("aria-invalid");

  // Lunar dates; generator/pages/lunar.py describes the words.
  const [first, ...words] = lunar.split(" ");
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
        const [page] = read(new Date((on += 864e5)).toISOString().slice(0, 10));
        if (page) dates.push([dayName(n), page]); // outer years reach beyond the pages
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
  $(".lunar button").onclick = () => go(days.value);
  $(".lunar").hidden = false;
}

// A lost visitor: the address may read as a date, or name a year.
const lost = $("#lost");
if (lost) {
  let path = "";
  try { path = decodeURI(location.pathname).replace(".html", ""); } catch { /* not UTF-8 */ }
  const [page, label] = read(/([^/]*\d[^/]*(\/\d+){0,2})\/?$/.exec(path)?.[1] ?? "");
  const year = path.match(/\d{4}/g)?.find(ours);
  const link = document.createElement("a");
  link.href = `${root}${page || year}/`;
  link.textContent = page ? label : `${year}年`;
  lost.append(page ? "你要找的是不是 " : "要不要翻開 ", link, page ? "？" : " 的年曆？");
  lost.hidden = !page && !year;
  birth.value = page;
}

// What a dotted word means, beside it.
const tip = make("div", "tooltip");
let meanings, term, clicked, timer;
tip.id = tip.className = "tip";
const later = (wait, run) => {
  clearTimeout(timer);
  timer = setTimeout(run, wait);
};
const hide = () => {
  clearTimeout(timer);
  term?.removeAttribute("aria-describedby");
  tip.remove();
  term = clicked = null;
};
const leave = () => later(200, () => term?.matches(":hover, :focus") || tip.matches(":hover") || hide());
const place = () => {
  const { clientWidth } = document.documentElement;
  const { left, top, bottom } = term.getBoundingClientRect();
  tip.style.left = tip.style.top = 0; // the right edge would squeeze it
  const { offsetWidth, offsetHeight } = tip;
  const above = bottom + offsetHeight > innerHeight && top > offsetHeight;
  tip.style.left = `${scrollX + Math.max(8, Math.min(left, clientWidth - offsetWidth - 8))}px`;
  tip.style.top = `${scrollY + (above ? top - offsetHeight : bottom)}px`;
};
const show = async (link) => {
  clearTimeout(timer);
  if (term === link) return;
  hide();
  term = link;
  meanings ??= fetch(document.body.dataset.terms).then((r) => r.json()).catch(() => (meanings = null));
  const meaning = (await meanings)?.[decodeURI(link.hash.slice(1))];
  if (term !== link) return;
  if (!meaning) return clicked ? (location = link.href) : hide();
  tip.textContent = meaning;
  $("main").append(tip);
  link.setAttribute("aria-describedby", "tip");
  place();
};
const on = (name, run) =>
  document.addEventListener(name, (event) => run(event.target.closest?.("[href*='terms/#']"), event));
on("mouseover", (link) => link && later(300, () => show(link)));
on("mouseout", (link, event) => (link || event.target === tip) && leave());
on("focusin", (link) => link && show(link));
on("focusout", (link) => link && leave());
on("pointerdown", (link, event) => link !== term && event.target !== tip && hide());
on("keydown", (_, event) => event.key === "Escape" && hide());
on("click", (link, event) => {
  // A key (detail 0) follows the link: focus showed the tip.
  if (!link || !event.detail || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (clicked === link) return hide();
  event.preventDefault();
  show(link);
  clicked = link;
});
onresize = () => term && place();

// Copying: the address, or the reading as seen.
const reading = () =>
  $$("h1, .when, .lead, .reading:has(> p, [open] p) :is(h2, h3, p), .attribution")
    .filter((e) => e.offsetParent)
    .map((e) => e.innerText.replace(/\s+/g, " "))
    .join("\n\n");
for (const button of $$("[data-copy]")) {
  const said = make("span", "status");
  const say = (text) => (said.textContent = text);
  button.after(" ", said);
  button.onclick = async () => {
    const link = button.dataset.copy === "link";
    try {
      await navigator.clipboard.writeText(link ? $("[rel=canonical]").href : reading());
      say("已複製");
      setTimeout(say, 2000, "");
    } catch {
      say(`瀏覽器不讓網頁複製，請自己選取${link ? "網址列" : "正文"}再複製。`);
    }
  };
  button.parentElement.hidden = false;
}

// The year that runs, from its 立春 to the next.
const sui = $$(".flow time").findLast((t) => new Date(t.dateTime) <= Date.now())?.closest("section");
if (sui) for (const part of [sui, $(`[href="#${sui.id}"]`)]) part.ariaCurrent = "true";
