import { el, link, svg } from './dom.ts'

export interface MapPlace {
  readonly lat: number
  readonly lon: number
  readonly name: string
}

const streetMap = ({ lat, lon }: MapPlace): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=12/${lat}/${lon}`

/**
 * A map without tiles. The outline of the land is a file, fetched when the first place is shown.
 */
export function map(places: readonly MapPlace[]): HTMLElement {
  const xs = places.map((p) => (p.lon + 180) * 10)
  const ys = places.map((p) => (90 - p.lat) * 10)
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const w = Math.min(3600, Math.max(420, (x1 - x0) * 1.3, (y1 - y0) * 2.6))
  const h = w / 2
  const left = Math.max(0, Math.min(3600 - w, (x0 + x1) / 2 - w / 2))
  const top = Math.max(0, Math.min(1800 - h, (y0 + y1) / 2 - h / 2))
  const grid = Array.from(
    { length: 35 },
    (_, i) => `M${i * 100 + 100} 0V1800${i < 17 ? `M0 ${i * 100 + 100}H3600` : ''}`,
  ).join('')
  const land = svg('path', { class: 'land' })
  const picture = svg(
    'svg',
    {
      class: 'map',
      viewBox: `${left} ${top} ${w} ${h}`,
      role: 'img',
      'aria-label': `Map of ${places.length === 1 ? places[0]!.name : `${places.length} places`}`,
    },
    svg('path', { class: 'gr', d: grid }),
    land,
    ...places.map((p, i) =>
      svg(
        'g',
        {},
        svg('title', {}, p.name),
        ...(places.length === 1
          ? [svg('circle', { class: 'ring', cx: xs[i], cy: ys[i], r: w / 40 })]
          : []),
        svg('circle', {
          class: 'pin',
          cx: xs[i],
          cy: ys[i],
          r: w / (places.length > 12 ? 200 : 110),
        }),
      ),
    ),
  )
  void fetch(new URL('land.txt', import.meta.url)).then(async (reply) =>
    land.setAttribute('d', await reply.text()),
  )
  const [first] = places
  return el(
    'div',
    { class: 'stack' },
    picture as unknown as HTMLElement,
    el(
      'p',
      { class: 'fine' },
      places.length === 1 ? `${first!.lat}, ${first!.lon} · ` : `${places.length} places · `,
      link(streetMap(first!), 'open the street map'),
    ),
  )
}
