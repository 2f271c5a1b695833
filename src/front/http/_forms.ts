import type { CallRequest } from '../../base/core/call.ts'
import { badInput } from '../../base/core/fault.ts'

/** Forms of our own pages, for browsers without a script. */

const FORM = 'application/x-www-form-urlencoded'
const FIELDS_MAX = 50

export const isForm = (request: Pick<CallRequest, 'header'>): boolean =>
  (request.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() === FORM

/** `a=1&input[q]=x` as an object; an empty field counts as not given. */
export function formFields(text: string): Readonly<Record<string, unknown>> {
  const pairs = [...new URLSearchParams(text)].filter(([, value]) => value !== '')
  if (pairs.length > FIELDS_MAX) throw badInput(`The form has more than ${FIELDS_MAX} fields.`)
  const fields = new Map<string, unknown>()
  for (const [name, value] of pairs) {
    const [, outer, inner] = /^(\w{1,60})\[(\w{1,60})\]$/.exec(name) ?? []
    const known = fields.get(outer ?? name)
    if (outer === undefined || inner === undefined) fields.set(name, value)
    else if (known === undefined) fields.set(outer, new Map([[inner, value]]))
    else if (known instanceof Map) known.set(inner, value)
    else throw badInput(`${outer}: is given as a text and as fields.`)
  }
  return Object.fromEntries(
    [...fields].map(([name, value]) => [
      name,
      value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : value,
    ]),
  )
}
