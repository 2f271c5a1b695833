import { badInput } from '../../../../base/core/fault.ts'
import { decoding, formatOf, loadSharp } from './_image.ts'

/**
 * Tags by group (`ifd0`, `exif`, `gps`, `iptc`, namespaces of XMP), with plain values of bounded
 * size.
 */
export type Tags = Readonly<Record<string, Group>>
export type Group = Readonly<Record<string, Value>>
type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value }

const OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  iptc: true,
  xmp: true,
  icc: false,
  jfif: false,
  ihdr: false,
  interop: false,
  makerNote: false,
  userComment: true,
  mergeOutput: false,
  reviveValues: false,
  translateValues: false,
}

const XMP_BYTES_MAX = 256 * 1024
const CHARACTERS_MAX = 2_000
const ITEMS_MAX = 32
const DEPTH_MAX = 4
const TAGS_MAX = 1_000

export async function tagsOf(bytes: Buffer): Promise<Tags> {
  try {
    return plainTags(await parseTags(bytes))
  } catch {
    throw badInput('image: has broken metadata that cannot be read')
  }
}

interface Whole {
  readonly default: Pick<typeof import('exifr'), 'parse' | 'sidecar'>
}

type Parsed = Readonly<Record<string, unknown>> | undefined

/** The library can read this metadata, but does not find it in WebP and AVIF. */
async function parseTags(bytes: Buffer): Promise<Parsed> {
  const loaded = await import('exifr')
  // Its module for Node exports everything by default, its module for bundlers does not.
  const { parse, sidecar } = 'sidecar' in loaded ? loaded : (loaded as Whole).default
  const format = formatOf(bytes)
  if (format !== 'webp' && format !== 'avif') return (await parse(bytes, OPTIONS)) as Parsed
  const sharp = await loadSharp()
  const { exif, xmp } = await decoding('image', () => sharp(bytes).metadata())
  const block = exif?.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0)
  const tags = block ? ((await parse(block, OPTIONS)) as Parsed) : undefined
  const packet = xmp && xmp.length <= XMP_BYTES_MAX ? xmp : undefined
  return { ...tags, ...(packet ? await sidecar(packet, OPTIONS, 'xmp') : {}) }
}

function plainTags(groups: Parsed): Tags {
  const tags: [string, Group][] = []
  let count = 0
  for (const [name, group] of Object.entries(groups ?? {})) {
    const members = entriesOf(name === 'userComment' ? { comment: group } : group)
      .map(([tag, value]) => [tag, plain(value, 0)] as const)
      .filter((entry): entry is readonly [string, Value] => entry[1] !== undefined)
      .slice(0, TAGS_MAX - count)
    count += members.length
    if (name !== 'errors' && members.length > 0) tags.push([name, recordOf(members)])
  }
  return recordOf(tags)
}

function plain(value: unknown, depth: number): Value | undefined {
  if (typeof value === 'string') return cleaned(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value
  if (value instanceof Uint8Array) return textOf(value)
  if (depth === DEPTH_MAX || typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as ArrayLike<unknown>)
    if (items.length > ITEMS_MAX && typeof items[0] === 'number') return undefined
    return items.slice(0, ITEMS_MAX).flatMap((item) => plain(item, depth + 1) ?? [])
  }
  const members = entriesOf(value)
    .slice(0, ITEMS_MAX)
    .map(([name, member]) => [name, plain(member, depth + 1)] as const)
    .filter((entry): entry is readonly [string, Value] => entry[1] !== undefined)
  return recordOf(members)
}

const CHARSET = /^(ASCII\0{3}|UNICODE\0|JIS\0{5}|\0{8})/
const PRINTABLE = /^[\x20-\x7e]+$/

/** Text that is stored as bytes, such as versions and comments; other bytes are left out. */
function textOf(bytes: Uint8Array): string | undefined {
  const latin = Buffer.from(bytes.subarray(0, 4 * CHARACTERS_MAX)).toString('latin1')
  const charset = CHARSET.exec(latin)?.[0]
  const wide = charset?.startsWith('UNICODE')
  const rest = Buffer.from(latin.slice(charset?.length ?? 0), 'latin1')
  const text = cleaned(rest.toString(wide ? 'utf16le' : 'latin1'))
  return wide || PRINTABLE.test(text) ? text : undefined
}

const cleaned = (text: string): string =>
  text.slice(0, CHARACTERS_MAX).replaceAll('\0', '').toWellFormed().trim()

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const NAME = /^[\w:.-]{1,100}$/

/** `__proto__` must be a name like any other. */
function recordOf<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.filter(([name]) => NAME.test(name) && name !== '__proto__'))
}
