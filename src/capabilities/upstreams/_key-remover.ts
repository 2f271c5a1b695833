import type { ReadText, Setting } from '../../base/core/setting.ts'
import { isKey } from './_billing.ts'

/** A shorter one could be a word of the answer. */
const CHARACTERS_MIN = 12

/** Some providers repeat the key in what they say of it, and callers get to read that. */
export function keyRemover(
  settings: readonly Setting[] = [],
  read: ReadText,
): (text: string) => string {
  const keys = settings.filter(isKey).flatMap(({ name }) => read(name) ?? [])
  const secrets = keys.filter((key) => key.length >= CHARACTERS_MIN)
  return (text) => secrets.reduce((left, key) => left.replaceAll(key, '***'), text)
}
