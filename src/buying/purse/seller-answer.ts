import { isObject } from '../../base/lib/json-object.ts'
import { isQuickJson } from '../../base/lib/foreign-json.ts'

export const ANSWER_BYTES_MAX = 1024 * 1024

/** What a seller answered, if it can be passed on as what was bought. */
export function answerIn(
  bytes: Buffer,
  expects: readonly string[],
): { readonly answer: unknown } | { readonly problem: string } {
  if (!isQuickJson(bytes)) return { problem: 'its answer is too large to be read' }
  let answer: unknown
  try {
    answer = JSON.parse(bytes.toString('utf8'))
  } catch {
    return { problem: 'its answer is no JSON' }
  }
  if (answer === null || answer === '') return { problem: 'its answer is empty' }
  if (!isObject(answer)) return { answer }
  const names = Object.keys(answer)
  if (names.length === 0) return { problem: 'its answer is empty' }
  if (names.length === 1 && names[0] === 'error') return { problem: 'its answer is an error' }
  const missing = expects.find((name) => !(name in answer))
  return missing === undefined ? { answer } : { problem: `its answer lacks ${missing}` }
}
