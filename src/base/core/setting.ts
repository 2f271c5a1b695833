import type { z } from 'zod'

/** A setting that a capability reads: an environment variable of the operator. */
export interface Setting<T = unknown> {
  readonly name: string
  /** One sentence: what it is, and what holds without it. */
  readonly description: string
  /** What its text must be; any text will do without it. */
  readonly schema?: z.ZodType<T>
  /**
   * `required`: a tool that uses the capability answers 503 without it. `one-of`: the capability
   * needs one of those that say so. Default: optional.
   */
  readonly need?: 'required' | 'one-of'
  /** Its default on an instance without real payments. */
  readonly withoutMoney?: string
  /** Texts with which it counts as not set. */
  readonly off?: readonly string[]
}

/** The text of a setting; undefined where it is not set. Empty text counts as not set. */
export type ReadText = (name: string) => string | undefined

/** A setting as its schema reads it. The start has refused text that does not fit. */
export function readSetting<T = string>(read: ReadText, { name, schema }: Setting<T>) {
  const text = read(name)
  return text === undefined || text === '' ? undefined : schema ? schema.parse(text) : (text as T)
}

/** Whether a text is set, and says more than that it is off. */
export function isSet({ name, off = [] }: Setting, read: ReadText): boolean {
  const text = read(name)
  return Boolean(text) && !off.includes(text ?? '')
}

/** The settings that are missing, as a sentence names them; null if nothing is. */
export function missingOf(settings: readonly Setting[], read: ReadText): string | null {
  const required = settings.find((one) => one.need === 'required' && !isSet(one, read))
  if (required) return required.name
  const choices = settings.filter(({ need }) => need === 'one-of')
  if (choices.length === 0 || choices.some((one) => isSet(one, read))) return null
  return choices.map(({ name }) => name).join(' or ')
}

/** What is wrong with the text of a setting, without the text itself; null if nothing is. */
export function problemOf(setting: Setting, read: ReadText): string | null {
  const { name } = setting
  const text = read(name)
  if (!text) return null
  // The schema may still have to be loaded.
  if (!setting.schema) return unlikely(name, text)
  const { error } = setting.schema.safeParse(text)
  return error ? `${name}: ${error.issues[0]?.message ?? 'is not usable'}` : null
}

/**
 * Characters that cannot be sent in a header, so the text cannot be a key. Other text is accepted.
 */
function unlikely(name: string, text: string): string | null {
  if (/_(KEY|TOKEN)$/.test(name) && !/^[!-~]+$/.test(text))
    return `${name}: must be a key: ASCII without spaces or line breaks`
  return name.endsWith('_SECRET') || !/\p{Cc}/u.test(text)
    ? null
    : `${name}: must be one line of text`
}
