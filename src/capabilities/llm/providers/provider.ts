import type { ReadText, Setting } from '../../../base/core/setting.ts'
import { httpUrl } from '../../../base/lib/fields.ts'
import type { Quirks } from '../wires/wire.ts'
import type { WireName } from '../wires/policy.ts'

/** Media that models make, or turn into text. */
export type Medium = 'images' | 'videos' | 'speech' | 'transcription'

/** Paths below the base of a provider, for each medium that it serves. */
type MediaPaths = Readonly<Partial<Record<Medium, string>>>

/** One of whom models are asked. A provider knows no wire beyond its name. */
export interface Provider {
  /** As `LLM_PROVIDERS` names it. */
  readonly name: string
  readonly title: string
  readonly settings: readonly Setting[]
  /** Media that it makes with its key. */
  readonly media?: MediaPaths
  /** Null where the settings do not set it up. */
  open(read: ReadText): OpenProvider | null
}

export interface OpenProvider {
  readonly name: string
  readonly title: string
  /** Without a trailing slash; wires add their path. */
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
  /** Secrets that no message may contain. */
  readonly secret: string | undefined
  /** The wires that it speaks, the preferred one first. */
  readonly wires: readonly WireName[]
  readonly quirks: Quirks
  readonly media?: MediaPaths
  /** Takes recordings as a form, and not as JSON. */
  readonly takesForms?: true
  /** Its own name of a model of the table; null if it does not serve it. */
  modelId(id: string): string | null
  /** Serves every tier with what it has, and asks no price. */
  readonly isOwn?: true
  /** For its first content, where it needs longer than the tier gives. */
  readonly firstContentMs?: number
}

interface KeyedSpec {
  readonly name: string
  readonly title: string
  readonly keySetting: string
  readonly baseSetting: string
  readonly base: string
  readonly wires: readonly WireName[]
  readonly quirks?: Quirks
  readonly media?: MediaPaths
  readonly takesForms?: true
  headers(key: string): Readonly<Record<string, string>>
  modelId(id: string): string | null
}

/** A provider that one key sets up. */
export const keyedProvider = (spec: KeyedSpec): Provider => ({
  name: spec.name,
  title: spec.title,
  ...(spec.media && { media: spec.media }),
  settings: [
    {
      name: spec.keySetting,
      description: `Key of ${spec.title}, whose models then serve the language model tools.`,
      need: 'one-of',
    },
    {
      name: spec.baseSetting,
      description: `Another address of ${spec.title}, for a mirror or a test. Default: ${spec.base}`,
      schema: httpUrl,
    },
  ],
  open(read) {
    const key = read(spec.keySetting)
    if (!key) return null
    const { name, title, wires, quirks = {}, media = {}, takesForms, modelId } = spec
    const base = (read(spec.baseSetting) ?? spec.base).replace(/\/+$/, '')
    const asked = {
      name,
      title,
      base,
      wires,
      quirks,
      media,
      ...(takesForms && { takesForms }),
      modelId,
    }
    return { ...asked, headers: spec.headers(key), secret: key }
  },
})

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Models of one vendor, without its name before the slash. */
export const ofVendor =
  (vendor: string) =>
  (id: string): string | null =>
    id.startsWith(`${vendor}/`) ? id.slice(vendor.length + 1) : null
