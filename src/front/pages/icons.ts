/** Paths of icons of 20 by 20 units, drawn with a stroke of 1.6. */
const PATHS = {
  globe: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM2 10h16M10 2c5 5 5 11 0 16M10 2c-5 5-5 11 0 16',
  pulse: 'M1 11h4l2-7 4 13 3-9 1.5 3H19',
  nodes:
    'M5 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM15 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM10 17.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 4.5h6M6 6.3l3 7.3M14 6.3l-3 7.3',
  stack: 'M2 6l8-4 8 4-8 4zM2 10l8 4 8-4M2 14l8 4 8-4',
  swap: 'M3 7h13l-3.5-3.5M17 13H4l3.5 3.5',
  lines: 'M3 4h14M3 8.5h9M3 13h14M3 17h6',
  sigma: 'M15 5V3H4l6 7-6 7h11v-2',
  key: 'M7 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM9.8 10.2L17 3M14 6l2.5 2.5',
  spark: 'M10 2v5M10 13v5M2 10h5M13 10h5M4.5 4.5l3 3M12.5 12.5l3 3M15.5 4.5l-3 3M7.5 12.5l-3 3',
  clock: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM10 5.5V10l3 2',
  calendar: 'M3 4h14v13H3zM3 8h14M7 2v4M13 2v4',
  check: 'M3 10.5l4.5 4.5L17 5',
  chat: 'M3 3h14v10H9l-4 4v-4H3z',
  chip: 'M5 5h10v10H5zM8 2v3M12 2v3M8 15v3M12 15v3M2 8h3M2 12h3M15 8h3M15 12h3',
  cube: 'M10 2l7 4v8l-7 4-7-4V6zM3 6l7 4 7-4M10 10v8',
  shield: 'M10 2l7 2.5V10c0 4-3 6.5-7 8-4-1.5-7-4-7-8V4.5zM7 10l2 2 4-4',
  wallet: 'M2 5h14v12H2zM16 8.5h2v5h-5a2.5 2.5 0 0 1 0-5zM2 5l11-3v3',
  coin: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12.5 7.5C11 6 8 6.3 8 8s4.5 1.5 4.5 3.5-3.5 2.5-5 .8M10 5v10',
  chart: 'M3 17V3M3 17h14M7 14V9M11 14V5M15 14v-3',
  route:
    'M4 17.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM16 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM5.5 16H12a3 3 0 0 0 0-6H8a3 3 0 0 1 0-6h6.5',
  braces: 'M7 3C4 3 6 8 3 10c3 2 1 7 4 7M13 3c3 0 1 5 4 7-3 2-1 7-4 7',
  scope: 'M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM12.5 12.5L18 18',
  doc: 'M4 2h8l4 4v12H4zM12 2v4h4M7 10h6M7 13.5h6',
  pack: 'M3 6l7-4 7 4v9l-7 4-7-4zM6.5 4l7 4v4',
  copy: 'M7 7h10v10H7zM13 7V3H3v10h4',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1v2.5M10 16.5V19M1 10h2.5M16.5 10H19M3.6 3.6l1.8 1.8M14.6 14.6l1.8 1.8M16.4 3.6l-1.8 1.8M5.4 14.6l-1.8 1.8',
  arrow: 'M4 10h12l-4.5-4.5M16 10l-4.5 4.5',
  bolt: 'M11 2L4 12h5l-1 6 7-10h-5z',
  card: 'M2 4h16v12H2zM2 8h16M5 13h4',
  warn: 'M10 3l8 14H2zM10 8v4M10 14.2v.3',
  eye: 'M1 10c4-7 14-7 18 0-4 7-14 7-18 0zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  menu: 'M3 5h14M3 10h14M3 15h14',
} as const

export type IconId = keyof typeof PATHS

export const ICONS_FILE = 'icons.svg'

/** All icons as one SVG file; each is a symbol with its name as id. */
export function iconSprite(): string {
  const symbols = Object.entries(PATHS).map(
    ([id, path]) => `<symbol id="${id}" viewBox="0 0 20 20"><path d="${path}"/></symbol>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

const OF_FAMILIES: Readonly<Record<string, IconId>> = {
  'ai-compute': 'spark',
  api: 'braces',
  conversion: 'swap',
  crypto: 'coin',
  data: 'pulse',
  calendar: 'calendar',
  encoding: 'key',
  identifiers: 'cube',
  'llm-gateway': 'chat',
  math: 'sigma',
  memory: 'stack',
  network: 'nodes',
  payments: 'card',
  research: 'scope',
  routing: 'route',
  screening: 'shield',
  skills: 'pack',
  text: 'lines',
  time: 'clock',
  validation: 'check',
  wallet: 'wallet',
  web: 'globe',
  workflow: 'doc',
  'x402-sellers': 'chart',
}

/** The icon of a family; a plain one if the family has none. */
export const familyIcon = (tag: string): IconId => OF_FAMILIES[tag] ?? 'chip'
