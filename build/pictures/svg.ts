/** Pieces of pictures. */
export const INK = '#1d2733';
export const SOFT = '#4a5563';
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (words: string): string => words.replace(/[&<>]/g, (sign) => SIGNS[sign]!);

const round = (value: number): string => String(Math.round(value * 10) / 10);

type Look = Readonly<{
  size?: number;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  weight?: 600;
}>;

export const text = (x: number, y: number, words: string, look: Look = {}): string => {
  const { size = 13, fill = INK, anchor = 'start', weight } = look;
  const bold = weight === undefined ? '' : ' font-weight="600"';
  return (
    `<text x="${round(x)}" y="${round(y)}" font-size="${String(size)}" fill="${fill}" ` +
    `text-anchor="${anchor}"${bold}>${escaped(words)}</text>`
  );
};

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ` +
  `rx="${String(radius)}" fill="${fill}"/>`;

export const path = (d: string, stroke: string, extra = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" ${extra}/>`;

export const point = (x: number, y: number): string => `${round(x)} ${round(y)}`;

/** A picture of a size with a title, on white. */
export const picture = (
  width: number,
  height: number,
  title: string,
  parts: readonly string[],
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" font-family="system-ui, sans-serif" role="img">`,
    `<title>${escaped(title)}</title>`,
    rect(0, 0, width, height, '#ffffff'),
    text(20, 30, title, { size: 16 }),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
