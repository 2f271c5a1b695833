import { diff, isDiff } from './diff.ts'
import { copy, el, icon, link, type Child } from './dom.ts'
import type { MapPlace } from './map.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Row = Readonly<Record<string, Json>>

const isRow = (v: Json | undefined): v is Row =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
const isRows = (v: Json | undefined): v is readonly Row[] =>
  Array.isArray(v) && v.length > 0 && v.every(isRow)
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const WORDS = new Intl.NumberFormat('en', { maximumFractionDigits: 8 })

/** Shows an answer in the form that fits it best, and always the raw answer too. */
export async function view(reply: Response): Promise<HTMLElement> {
  const type = reply.headers.get('content-type') ?? ''
  if (/^(image|audio|video)\/|pdf|octet-stream|zip/.test(type))
    return file(await reply.blob(), type, nameOf(reply, type))
  if (type.includes('event-stream')) return (await import('./stream.ts')).streamed(reply)
  const text = await reply.text()
  if (!type.includes('json')) return box(el('pre', { class: 'json' }, text))
  const value = JSON.parse(text) as Json
  const shown = pretty(value)
  const raw = box(el('pre', { class: 'json', tabindex: 0 }, ...coloured(value, '')))
  const whole = JSON.stringify(value, null, 2)
  const copier = el(
    'button',
    { type: 'button', class: 'quiet icon', 'aria-label': 'Copy JSON' },
    icon('copy'),
  )
  copier.addEventListener('click', () => void copy(whole, copier))
  const save = el(
    'a',
    {
      class: 'button quiet',
      download: 'answer.json',
      href: URL.createObjectURL(new Blob([whole], { type: 'application/json' })),
    },
    'Download',
  )
  if (!shown) return el('div', { class: 'stack' }, el('div', { class: 'row' }, copier, save), raw)
  const name = `view-${Math.random().toString(36).slice(2)}`
  return el(
    'div',
    { class: 'tabs' },
    el('input', { type: 'radio', name, id: `${name}-0`, checked: true }),
    el('label', { for: `${name}-0` }, 'View'),
    el('input', { type: 'radio', name, id: `${name}-1` }),
    el('label', { for: `${name}-1` }, 'JSON'),
    el('div', { class: 'pane' }, shown),
    el('div', { class: 'pane stack' }, el('div', { class: 'row' }, copier, save), raw),
  )
}

const box = (...children: readonly Child[]): HTMLElement =>
  el('div', { class: 'result' }, ...children)

function pretty(value: Json): HTMLElement | null {
  if (Array.isArray(value)) return isRows(value) ? box(table(value)) : null
  if (!isRow(value)) return null
  const parts: Child[] = []
  const rest: Record<string, Json> = { ...value }
  if (value['untrustedContent'] === true) {
    delete rest['untrustedContent']
    parts.push(
      el(
        'p',
        { class: 'note warn fine' },
        'Text below was written by strangers. It is data, not instructions.',
      ),
    )
  }
  if (typeof value['base64'] === 'string' && typeof value['contentType'] === 'string') {
    delete rest['base64']
    parts.push(file(blobOf(value['base64'], value['contentType']), value['contentType'], 'answer'))
  }
  const places = placesOf(value)
  if (places.length > 0) {
    const slot = el('div')
    parts.push(slot)
    void import('./map.ts').then(({ map }) => slot.replaceWith(map(places)))
  }
  for (const [key, held] of Object.entries(rest)) {
    if (/^(markdown|report|dossier)$/.test(key) && typeof held === 'string') {
      delete rest[key]
      const slot = el('div')
      parts.push(box(slot))
      void import('./markdown.ts').then(({ markdown }) => slot.replaceWith(markdown(held)))
    } else if (typeof held === 'string' && isDiff(held)) {
      delete rest[key]
      parts.push(el('h3', {}, key), box(diff(held)))
    } else if (isRows(held)) {
      delete rest[key]
      parts.push(
        el('h3', {}, `${key} `, el('span', { class: 'fine' }, `${held.length}`)),
        box(table(held)),
      )
    }
  }
  const media = 'base64' in value || places.length > 0
  if (Object.keys(rest).length > 0)
    parts.splice(
      media ? parts.length : value['untrustedContent'] === true ? 1 : 0,
      0,
      box(list(rest)),
    )
  return el('div', { class: 'stack' }, ...parts)
}

function list(row: Row): HTMLElement {
  return el(
    'dl',
    { class: 'kv' },
    ...Object.entries(row).flatMap(([k, v]) => [el('dt', {}, k), el('dd', {}, cell(v))]),
  )
}

function table(rows: readonly Row[]): HTMLElement {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 12)
  const numeric = new Set(
    columns.filter((c) =>
      rows.every((row) => row[c] === undefined || row[c] === null || typeof row[c] === 'number'),
    ),
  )
  return el(
    'div',
    { class: 'scroll' },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el('tr', {}, ...columns.map((c) => el('th', { class: numeric.has(c) ? 'r' : null }, c))),
      ),
      el(
        'tbody',
        {},
        ...rows
          .slice(0, 200)
          .map((row) =>
            el(
              'tr',
              {},
              ...columns.map((c) => el('td', { class: numeric.has(c) ? 'r' : null }, cell(row[c]))),
            ),
          ),
      ),
    ),
  )
}

function cell(value: Json | undefined): Child {
  if (value === undefined || value === null) return el('span', { class: 'fine' }, 'none')
  if (typeof value === 'number') return WORDS.format(value)
  if (typeof value === 'boolean')
    return el('span', { class: `badge ${value ? 'ok' : ''}` }, value ? 'yes' : 'no')
  if (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)
  )
    return el('time', { datetime: value, title: value }, WHEN.format(new Date(value)))
  if (typeof value === 'string')
    return /^https?:\/\/\S+$/.test(value)
      ? link(value, value.length > 60 ? `${value.slice(0, 57)}…` : value)
      : value
  if (Array.isArray(value) && value.every((v) => typeof v !== 'object' || v === null))
    return value.map(String).join(', ')
  if (isRows(value)) return table(value)
  if (isRow(value)) return list(value)
  return el('code', {}, JSON.stringify(value))
}

function coloured(value: Json, pad: string): Child[] {
  if (typeof value === 'string') return [el('span', { class: 's' }, JSON.stringify(value))]
  if (typeof value === 'number') return [el('span', { class: 'n' }, String(value))]
  if (typeof value !== 'object' || value === null)
    return [el('span', { class: 'w' }, String(value))]
  const pairs = Object.entries(value)
  const [open, shut] = Array.isArray(value) ? '[]' : '{}'
  if (pairs.length === 0) return [open + shut!]
  const inner = `${pad}  `
  return [
    `${open}\n`,
    ...pairs.flatMap(([k, v], i): Child[] => [
      inner,
      ...(Array.isArray(value) ? [] : [el('span', { class: 'k' }, JSON.stringify(k)), ': ']),
      ...coloured(v, inner),
      i < pairs.length - 1 ? ',\n' : '\n',
    ]),
    pad + shut!,
  ]
}

const blobOf = (base64: string, type: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type })
const nameOf = (reply: Response, type: string): string =>
  /filename="?([^";]+)/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ??
  `answer.${type.split(/[/;+]/)[1] ?? 'bin'}`

function file(blob: Blob, type: string, name: string): HTMLElement {
  const href = URL.createObjectURL(blob)
  const size =
    blob.size > 1e6 ? `${(blob.size / 1e6).toFixed(1)} MB` : `${Math.ceil(blob.size / 1024)} KB`
  const bar = el(
    'p',
    { class: 'row' },
    el('a', { class: 'button second', href, download: name }, 'Download'),
    // A file with markup would run as a page of this site.
    !/html|xml|svg/.test(type) &&
      el('a', { class: 'button quiet', href, target: '_blank' }, 'Open'),
    el('span', { class: 'fine' }, `${type.split(';')[0]}, ${size}`),
  )
  const shown = type.startsWith('image/')
    ? el('img', { src: href, alt: 'The picture that the tool made' })
    : type.startsWith('audio/')
      ? el('audio', { src: href, controls: true })
      : type.startsWith('video/')
        ? el('video', { src: href, controls: true })
        : null
  return el('div', { class: 'stack' }, bar, shown && box(shown))
}

function placesOf(value: Row): readonly MapPlace[] {
  const one = (row: Row): readonly MapPlace[] => {
    const [lat, lon] = [
      Number(row['lat'] ?? row['latitude']),
      Number(row['lon'] ?? row['longitude'] ?? row['lng']),
    ]
    const fits =
      (row['lat'] ?? row['latitude']) != null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
    return fits
      ? [
          {
            lat,
            lon,
            name: nameIn(row) ?? `${lat}, ${lon}`,
          },
        ]
      : []
  }
  return [
    ...one(value),
    ...Object.values(value).flatMap((held) =>
      isRows(held) ? held.flatMap(one) : isRow(held) ? one(held) : [],
    ),
  ].slice(0, 300)
}

const nameIn = (row: Row): string | undefined =>
  [row['displayName'], row['name'], row['place']].find((name) => typeof name === 'string')
