/** A QR code as one path of bars: dark modules in a row are one of them. */
const QUIET = 4; // modules of white around the code, without which some cameras fail

export interface Code {
  size: number;
  path: string;
}

export function drawCode(modules: { size: number; get: (x: number, y: number) => boolean }): Code {
  let path = "";
  for (let y = 0; y < modules.size; y++)
    for (let x = 0, dark = 0; x < modules.size; x += dark || 1) {
      for (dark = 0; x + dark < modules.size && modules.get(x + dark, y);) dark++;
      if (dark) path += `M${x + QUIET} ${y + QUIET}h${dark}v1h${-dark}z`;
    }
  return { size: modules.size + 2 * QUIET, path };
}
