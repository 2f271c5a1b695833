import type { JsonSchema } from '../../base/core/shape.ts'
import { table } from './components.ts'
import { html, type Html } from './html.ts'

/** The fields of a JSON answer, or the media type of a file. */
export function answerOf(schema: JsonSchema): Html {
  const { contentMediaType, description = '' } = schema
  if (typeof contentMediaType !== 'string') return fieldsOf(schema, 'Answer')
  return html`<p><code>${contentMediaType}</code> ${String(description)}</p>`
}

/** A table with the name, type and meaning of each field of a schema. */
export function fieldsOf(schema: JsonSchema, label: string): Html {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  const rows = Object.entries(properties).map(([name, field]) => [
    html`<code>${name}</code
      >${!required.includes(name) && html` <span class="fine">optional</span>`}`,
    typeOf(field),
    typeof field['description'] === 'string' ? field['description'] : '',
  ])
  if (rows.length === 0) return html`<p>None.</p>`
  return table(label, [{ label: 'Field' }, { label: 'Type' }, { label: 'Meaning' }], rows)
}

function typeOf({ type, enum: allowed, anyOf, default: preset }: JsonSchema): string {
  const choices = Array.isArray(allowed) ? allowed.map(String).join(' | ') : null
  const either = Array.isArray(anyOf)
    ? anyOf.map((each) => typeOf(each as JsonSchema)).join(' or ')
    : null
  const base = choices ?? either ?? [type ?? 'any'].flat().map(String).join(' or ')
  return preset === undefined ? base : `${base}, default ${JSON.stringify(preset)}`
}
