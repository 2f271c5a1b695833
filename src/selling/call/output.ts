import type { DerivedFields } from '../../base/core/provenance.ts'
import { badInput } from '../../base/core/fault.ts'
import { parsingOf } from '../../base/core/first-parses.ts'
import type { Tool } from '../../base/core/tool.ts'
import { MB } from '../../base/lib/fields.ts'

/** Room for the largest file that a tool gives back as Base64. */
const ANSWER_CHARACTERS_MAX = 16 * MB

/** An answer, checked by the output schema of its tool. Throws `bad_input` if it is too large. */
export function outputOf(tool: Tool, answer: unknown, derived: DerivedFields = {}): unknown {
  assertFits(answer)
  const output = tool.spec.output.parse(answer, parsingOf(tool.spec.output, answer))
  if (!isRecord(output)) return output
  return { ...output, ...derived, ...(tool.untrusted === 'always' && { untrustedContent: true }) }
}

/** The same as JSON. */
export function outputTextOf(tool: Tool, answer: unknown): string {
  const text = JSON.stringify(outputOf(tool, answer))
  if (text.length > ANSWER_CHARACTERS_MAX) throw tooLarge()
  return text
}

/**
 * Estimates the least size of the JSON before it is written: an answer may refer to one value many
 * times, so a small object can become a huge text.
 */
function assertFits(answer: unknown): void {
  const open: object[] = []
  let left = ANSWER_CHARACTERS_MAX
  const see = (value: unknown): void => {
    left -= 2
    if (typeof value === 'string') left -= value.length
    else if (typeof value === 'object' && value !== null) open.push(value)
    if (left < 0) throw tooLarge()
  }
  see(answer)
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) see(item)
    } else if (ArrayBuffer.isView(value)) {
      left -= value.byteLength
    } else {
      for (const key in value) {
        left -= key.length
        see(value[key as never])
      }
    }
  }
}

const tooLarge = (): Error =>
  badInput(`The answer would be larger than ${ANSWER_CHARACTERS_MAX / MB} MB; ask for less.`)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
