// Every page works without this.
const $$ = (css) => [...document.querySelectorAll(css)];
const $ = (css) => $$(css)[0];
const visible = (css) => $$(css).filter((e) => e.offsetHeight);
const make = (tag, text = "", attributes = {}) => {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach((pair) => made.setAttribute(...pair));
  made.textContent = text;
  return made;
};
const timer = (set) => (wait, run) => {
  clearTimeout(set);
  set = run && setTimeout(run, wait);
};

const { root, since, until, terms } = document.body.dataset;
const ours = (y) => y >= since && y <= until;
const range = [since, until].map((y) => `${y}年（民國${y - 1911}年）`).join("到");
const path = (page, hash = "") => `${root}${page}/${hash}`;
const anchor = (page, label, hash) => make("a", label, { href: path(page, hash) });
const json = (href) => fetch(href).then((r) => r.json()).catch(() => null);

// A typed date → every [year, month, day] it may mean; no day, or no month, where none is typed.
const HAN = "零一二三四五六七八九";
const parts = (text) => {
  const plain = text
    .replace(/[〇○零一二三四五六七八九]/g, (c) => Math.max(HAN.indexOf(c), 0))
    .replace("廿", "2十").replace("卅", "3十").replace(/(\d?)十(\d?)/g, (_, a, b) => (a || 1) + (b || "0"))
    .replace("元月", "1月").replace(/1?百(?!\d)/, "100").replace(/1?百/, "1")
    .replace(/出?生[日於]?:?/, "").replace(/^\s*([國陽]曆|中華)\s*/, "")
    // A reading leaves the hour out.
    .replace(/[T\s]*([凌清]晨|[早晚]上|[上中下]午|傍晚|半夜|[子丑寅卯辰巳午未申酉戌亥]時|\d\d?[:點時]).*$/, "");
  const dashed = plain.replace(/[年月日號\-/.,、\s]+/g, "-").replace(/^-|-$/g, "");
  // Year last: only a number over 12 tells day from month.
  const [, a, b, last] = /^(\d\d?)-(\d\d?)-(\d{4})$/.exec(dashed) ?? [];
  if (last) return [[+last, +a, +b], [+last, +b, +a]];
  const [, era, y, m, d, mm, dd] = /^([西公]元|民國?)?-?(\d{1,4})(?:-(\d\d?)(?:-(\d\d?))?|(\d\d)(\d\d))?$/.exec(dashed) ?? [];
  if (!y) return [];
  const on = (year) => [year, ...[m ?? mm, d ?? dd].map((n) => n && +n)];
  const roc = +y + 1911;
  if (y > 999 || /元/.test(era)) return [on(+y)];
  if (era || /^\s*\d+\s*年/.test(plain)) return [on(roc)];
  // A bare number is 民國 where it is hardly a day; two digits may also end a 19xx.
  if (y.length > 3 || roc < since || (mm && !ours(roc))) return [];
  return y.length < 3 && ours(1900 + +y) ? [on(1900 + +y), on(roc)] : [on(roc)];
};
const LUNAR = /[農陰舊]曆|閏|初|[正臘]月/;
// A typed date → found: [["1990-5-20", "1990年5月20日"], …]; says: what is wrong; date: it is one;
// years: where no day is typed, the year's page and the month on it.
const read = (typed) => {
  const text = typed.normalize("NFKC").replace(/[‐-―−]/g, "-").trim();
  if (!text) return { found: [], says: "請先寫下出生日期，例如 1990-5-20。" };
  // Spaces may part the numbers, or mean nothing.
  const dates = [text, text.replace(/\s/g, "")].map(parts).find((some) => some[0]);
  const years = dates?.filter(([y, m = 1, d]) => d === undefined && ours(y) && m > 0 && m < 13) ?? [];
  if (years[0])
    return { found: [], says: "請寫到哪一天，例如 1990-5-20。", years: years.map(([y, m]) =>
      [`${y}`, m ? `${y}年${m}月` : `${y}年`, m ? `#m${m}` : ""]) };
  if (dates?.[0][2] === undefined)
    return { found: [], says: LUNAR.test(text)
      ? "這像是農曆，請打開首頁的「只記得農曆？」換成國曆。"
      : `看不懂「${text}」。請照年、月、日的順序寫，例如 1990-5-20 或民國79年5月20日。` };
  const label = ([y, m, d]) => `${y}年${m}月${d}日`;
  // February 30 would roll over into March.
  const real = dates.filter(([y, m, d]) => new Date(Date.UTC(y, m - 1, d)).getUTCMonth() === m - 1);
  const found = [...new Map(real.filter(([y]) => ours(y)).map((on) => [on.join("-"), label(on)]))];
  const says = !real[0] ? `沒有${label(dates[0])}這一天，請再核對。`
    : real[0][0] > until ? `${real[0][0]}年出生的還沒有收進來，現在只收${range}。`
    : !found[0] ? `這裡沒有${label(real[0])}，只收${range}。`
    : `「${text}」有兩種讀法，你要的是哪一天？`;
  return { found, says, date: true };
};
const choices = (found) =>
  found.flatMap(([page, label, hash]) => [" ", anchor(page, `${label}（民國${parseInt(page) - 1911}年）`, hash)]);

// The form: the large one, or the small one above.
const field = $("[name=birth]");
if (field) {
  const hint = $("#birth-hint");
  const usual = hint.textContent;
  field.form.onsubmit = (event) => {
    event.preventDefault();
    const { found, says, years = [] } = read(field.value);
    if (found.length === 1) return (location = path(found[0][0]));
    hint.replaceChildren(says, ...choices(found), ...(years[0] ? ["要從年曆挑，翻開", ...choices(years)] : []));
    field.setAttribute("aria-invalid", "true");
    field.focus();
  };
  // The pillars of the date as typed so far.
  const slip = $("#slip");
  const soon = timer();
  let shown;
  const preview = () => {
    const { found: [date, other] } = read(field.value);
    const page = !other && date?.[0];
    if (page === shown) return;
    shown = page;
    slip.textContent = "";
    soon(250, page && (async () => {
      const told = await json(`${path(page)}reading.json`);
      if (page === shown) slip.replaceChildren(...(told?.data.bazi.split(" ") ?? []).map((pillar) => make("span", pillar)));
    }));
  };
  field.oninput = () => {
    field.removeAttribute("aria-invalid");
    hint.textContent = usual;
    if (slip) preview();
  };
}

// A lost visitor: the address may be a date, or name a year.
const lost = $("#lost");
if (lost) {
  let address = "";
  try { address = decodeURI(location.pathname).replace(".html", ""); } catch { /* not UTF-8 */ }
  const { found, says, date } = read(/([^/]*\d[^/]*(\/\d+){0,2})\/?$/.exec(address)?.[1] ?? "");
  const year = address.match(/\d{4}/g)?.find(ours);
  const [, other] = /\/(\d{4})\/?$/.exec(address) ?? [];
  const link = found[0] ?? (year && [year, `${year}年`]);
  if (date && found.length !== 1) lost.append(says);
  else if (other && !year) lost.append(`這裡沒有${+other}年，只收${range}。`);
  if (found[1]) lost.append(...choices(found));
  else if (link) lost.append(found[0] ? "你要找的是不是 " : "要不要翻開 ", anchor(...link), found[0] ? "？" : " 的年曆？");
  if (found.length === 1) [[field.value]] = found;
}

// The way through a date page, once its contents are out of sight.
const gists = $$(".gist");
if (gists[0]) {
  const strip = make("nav", "", { class: "strip", "aria-label": "各節" });
  const sections = $$("section.reading[id]:not(.beyond *)");
  // On a day that holds a 節 each section is there for both sides of it, one of them shown.
  const links = sections.map(({ id }) => {
    const link = make("a", id.slice(0, 2), { href: `#${id}` });
    link.onclick = () => (link.hash = visible(`[id^="${id}"]`)[0].id);
    return link;
  });
  strip.append(...links);
  gists[0].parentElement.after(strip);
  const past = new IntersectionObserver(() =>
    strip.classList.toggle("on", gists.every((e) => e.getBoundingClientRect().bottom <= 100)), { rootMargin: "-100px 0px 0px" });
  gists.forEach((each) => past.observe(each));
  // In view is what crosses a line at three tenths of the height.
  const view = new IntersectionObserver((entries) => {
    const entered = entries.find((entry) => entry.isIntersecting)?.target;
    if (entered) links.forEach((link, i) => (link.ariaCurrent = entered.id.replace("2", "") === sections[i].id || null));
  }, { rootMargin: "-30% 0px -70%" });
  $$("article section:not(.plate), article > details").forEach((part) => view.observe(part));
}

// The same day of every year, folded.
const ways = gists[0] && $(".ways");
if (ways) {
  const [, month, day] = $("[data-keep]").dataset.keep.split("-");
  const all = make("details");
  const years = Array.from({ length: until - since + 1 }, (_, i) => +since + i);
  const pages = years.flatMap((y) => read(`${y}-${month}-${day}`).found);
  all.append(make("summary", `歷年的${month}月${day}日`), ...pages.flatMap(([page]) => [anchor(page, parseInt(page)), " "]));
  ways.append(make("li"));
  ways.lastChild.append(all);
}

// Where one is.
$$(".menu a").forEach((a) => a.href === location.href.split("#")[0] && (a.ariaCurrent = "page"));

// The year that runs, from its 立春 to the next; before the first, that stays open.
const years = $(".years");
if (years) {
  const now = Date.now();
  const over = now >= new Date(years.dataset.until);
  const folds = $$(".years details");
  const runs = !over && folds.findLast((fold) => new Date(fold.querySelector("time").dateTime) <= now);
  $(".years .ended").hidden = !over;
  if (runs || over) folds.forEach((fold) => (fold.open = fold === runs));
  if (runs) runs.querySelector("summary").ariaCurrent = "true";
  const line = $(".now");
  if (line) line.hidden = over;
  if (line && runs) {
    line.querySelector("b").textContent = runs.querySelector("time").textContent;
    line.querySelector("span").textContent = runs.querySelector("p b").textContent;
  }
}

// A dotted word's meaning; the style sheet places it.
const tip = make("div", "", { id: "tip", class: "tip", role: "tooltip", popover: "manual" });
const later = timer();
let meanings, term, clicked;
const hide = () => {
  later();
  term?.removeAttribute("aria-describedby");
  tip.remove();
  term = clicked = null;
};
const leave = () => later(200, () => term?.matches(":hover, :focus") || tip.matches(":hover") || hide());
const show = async (word) => {
  later();
  if (term === word) return;
  hide();
  term = word;
  meanings = (await meanings) ?? json(terms);
  const meaning = (await meanings)?.[word.hash ? decodeURI(word.hash.slice(1)) : word.textContent];
  if (term !== word) return;
  tip.textContent = meaning ?? "現在讀不到解釋，請再試一次。";
  word.setAttribute("aria-describedby", "tip");
  $("main").append(tip);
  tip.showPopover?.();
};
const on = (name, run) =>
  document.addEventListener(name, (event) => run(event.target.closest?.("[href*='terms/#'], .chart i"), event));
on("mouseover", (word) => word && later(300, () => show(word)));
on("mouseout", (word, event) => (word || event.target === tip) && leave());
on("focusin", (word) => word && show(word));
on("focusout", (word) => word && leave());
on("pointerdown", (word, event) => word !== term && event.target !== tip && hide());
on("keydown", (_, event) => event.key === "Escape" && hide());
on("click", (word, event) => {
  // A key (detail 0) follows the link: focus showed the tip.
  if (!word || !event.detail || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (clicked === word) return hide();
  show(word);
  clicked = word;
});

// The next page, asked for ahead on hover.
const rest = timer();
on("mouseover", (_, { target }) => {
  const { origin, pathname } = target.closest?.("a:not([href*='#'])") ?? {};
  rest(100, origin === location.origin && (() => document.head.append(make("link", "", { rel: "prefetch", href: pathname }))));
});
