// The leaf that one shares, drawn of what the page shows; asked for when somebody shares it. After site.js.
const [width, height] = [1080, 1440];
const style = getComputedStyle(document.documentElement);
const ink = (name) => style.getPropertyValue(`--${name}`).trim();
const words = (css) => visible(css).map((e) => e.textContent.replace(/\s+/g, " ").trim());

// Lines of at most `most` characters; a mark that ends something never begins a line.
const lines = (text, most) => {
  const found = [];
  for (let rest = text; rest; ) {
    let at = Math.min(most, rest.length);
    while (at < rest.length && "，。；、：？」』".includes(rest[at])) at += 1;
    found.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return found;
};

export const picture = async () => {
  await document.fonts.ready;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  const write = (text, x, y, size, color, { weight = 400, face = "song", align = "left" } = {}) => {
    pen.font = `${weight} ${size}px ${ink(face)}`;
    pen.fillStyle = color;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
  pen.fillStyle = ink("paper");
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = ink("seal");
  for (const inset of [36, 48]) {
    pen.lineWidth = inset === 36 ? 4 : 2;
    pen.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
  }
  // The pillars, the year at the right.
  const pillars = visible(".head .slip span");
  pillars.forEach((pillar, i) =>
    [...pillar.children].forEach((sign, row) =>
      write(sign.textContent, width - 150 - 110 * i, 190 + 110 * row, 92, getComputedStyle(sign).color, { weight: 600, align: "center" })));
  const [date] = words("h1");
  const when = document.querySelector(".when").innerText.split("\n");
  write(date, 96, 160, 46, ink("ink"), { weight: 600 });
  when.forEach((line, i) => write(line, 96, 212 + 44 * i, 30, ink("soft"), { face: "sans" }));
  let y = 450;
  for (const line of lines(words(".title")[0], 14)) {
    write(line, 96, y, 60, ink("ink"), { weight: 600 });
    y += 84;
  }
  y += 6;
  for (const item of visible(".gist a")) {
    const name = item.querySelector("b").textContent;
    pen.strokeStyle = ink("line");
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(96, y - 40);
    pen.lineTo(width - 96, y - 40);
    pen.stroke();
    write(name.slice(0, 2), 96, y + 4, 32, ink("seal"), { weight: 600 });
    for (const line of lines(item.textContent.replace(name, "").trim(), 24)) {
      write(line, 190, y + 4, 32, ink("ink"), { face: "serif" });
      y += 48;
    }
    y += 46;
  }
  const { host, pathname } = new URL(document.querySelector("[rel=canonical]").href);
  write(`${words(".brand")[0]}　${host}${pathname}`, width / 2, height - 84, 28, ink("soft"), { face: "sans", align: "center" });
  const blob = await new Promise((made) => canvas.toBlob(made, "image/png"));
  return new File([blob], `${date}.png`, { type: "image/png" });
};
