import type { JsonSchema } from '../../base/core/shape.ts'
import { html, raw, type Html } from './html.ts'

/** How many optional fields are shown at first; required fields always are. */
const SHOWN = 5
const CHOICES_MAX = 12
const LONG_TEXT = 2_000
/** The largest example that is sent with the page. */
const PRESET_CHARS_MAX = 20_000
const CODE_NAMES =
  /^(text|html|markdown|csv|xml|yaml|toml|sql|code|json|template|source|body|document|content)$/i

type Kind = 'file' | 'boolean' | 'integer' | 'number' | 'array' | 'object' | 'any' | 'string'

/** One input field of a tool in its form. */
interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly kind: Kind
  /** The initial value in the form. */
  readonly value: unknown
}

export interface FormInput {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}

type Values = Readonly<Record<string, unknown>>

/** The fields of a form; `values` fill it in. Required fields stand first. */
export function formFields(input: FormInput, values: Values): Html {
  const fields = orderedFields(input, values)
  const first = fields.filter(({ isRequired }, at) => isRequired || at < SHOWN)
  const others = fields.filter((field) => !first.includes(field))
  const folded =
    others.length > 0 &&
    html`<details>
      <summary>${others.length} more ${others.length === 1 ? 'option' : 'options'}</summary>
      <div class="stack">${others.map(control)}</div>
    </details>`
  return html`${first.map(control)}${folded}`
}

/** The values in the order of the form, so that its script finds them again in the programs. */
export const inFormOrder = (input: FormInput, values: Values): Values =>
  Object.fromEntries(
    orderedFields(input, values).flatMap(({ name, value }) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

function orderedFields({ properties, required }: FormInput, values: Values): readonly Field[] {
  return Object.entries(properties)
    .map(([name, schema]): Field => ({
      name,
      schema,
      isRequired: required.includes(name),
      kind: kindOf(schema),
      value: values[name],
    }))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Required fields, then those that the example fills in. */
const rank = ({ isRequired, value }: Field): number =>
  isRequired ? 0 : value === undefined ? 2 : 1

/** The type of a schema; for `anyOf`, the type that all its branches share. */
export function kindOf(schema: JsonSchema): Kind {
  const { type, enum: choices, anyOf, oneOf, contentEncoding } = schema
  if (contentEncoding === 'base64') return 'file'
  if (Array.isArray(choices))
    return choices.every((choice) => typeof choice === 'string') ? 'string' : 'any'
  const branches = [anyOf, oneOf].flatMap((each) =>
    Array.isArray(each) ? (each as JsonSchema[]) : [],
  )
  if (branches.length > 0) {
    const kinds = new Set(branches.filter((branch) => branch['type'] !== 'null').map(kindOf))
    const [only] = kinds
    return kinds.size === 1 && only ? only : 'any'
  }
  const types = [type].flat().filter((each) => each !== 'null')
  if (types.length !== 1) return 'any'
  return KINDS.find((kind) => kind === types[0]) ?? 'any'
}

const KINDS = ['boolean', 'integer', 'number', 'array', 'object', 'string'] as const

/** A field name as a label: `countryCodes` becomes `Country codes`. */
export function labelOf(name: string, { title }: JsonSchema = {}): string {
  if (typeof title === 'string') return title
  if (name === 'q') return 'Query'
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function control(field: Field): Html {
  const { name, schema, isRequired } = field
  const { description } = schema
  const id = `f-${name}`
  const hint =
    typeof description === 'string' && html`<p class="hint" id="${id}-hint">${description}</p>`
  const attributes = html` id="${id}" name="${name}"
  data-kind="${field.kind}"${hint && html` aria-describedby="${id}-hint"`}`
  const label = labelOf(name, schema)
  if (field.kind === 'boolean') {
    const isOn = field.value ?? schema['default']
    return html`<div class="field">
      <label class="tick" for="${id}"
        ><input
          type="checkbox"
          ${attributes}${raw(isOn === true ? ' checked' : '')}
        />${label}${!field.isRequired && html` <small>optional</small>`}
        <code class="fine">${name}</code></label
      >${hint}
    </div>`
  }
  return html`<div class="field">
    <label class="label" for="${id}"
      >${label}${!isRequired && html` <small>optional</small>`}<code>${name}</code></label
    >${inputOf(field, attributes)}${hint}
  </div>`
}

function inputOf({ name, schema, kind, isRequired, value }: Field, attributes: Html): Html {
  const need = raw(isRequired ? ' required' : '')
  const preset = schema['default']
  const hint =
    preset === undefined || typeof preset === 'object'
      ? ''
      : html` placeholder="default ${JSON.stringify(preset)}"`
  if (kind === 'file') {
    const known = typeof value === 'string' && value.length <= PRESET_CHARS_MAX
    return html`<input
      type="file"
      ${attributes}
      ${known && html` data-preset="${value}"`}
      ${!known && need}
    />`
  }
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String) : []
  const text = textOf(kind, value)
  if (choices.length > 0 && choices.length <= CHOICES_MAX) {
    const none =
      !isRequired &&
      html`<option value="">
        ${preset === undefined ? 'not set' : `default: ${JSON.stringify(preset)}`}
      </option>`
    const options = choices.map(
      (choice) => html`<option${raw(choice === text ? ' selected' : '')}>${choice}</option>`,
    )
    return html`<select${attributes}${need}>${none}${options}</select>`
  }
  if (kind === 'integer' || kind === 'number') {
    const bounds = html`${bound('min', schema['minimum'])}${bound('max', schema['maximum'])}
    step="${kind === 'integer' ? 1 : 'any'}"`
    return html`<input type="number" ${attributes} value="${text}" ${bounds}${hint}${need} />`
  }
  if (isLong(name, schema, kind)) {
    const isCode = kind !== 'string' && raw(' class="mono"')
    const how = kind === 'array' ? 'one per line, or JSON' : kind === 'object' ? 'JSON' : null
    return html`<textarea${attributes}${isCode} spellcheck="false"${bound('maxlength', schema['maxLength'])}${how && html` placeholder="${how}"`}${need}>
${text}</textarea>`
  }
  const many = choices.length > 0 && html` list="${name}-choices"`
  const list =
    choices.length > 0 &&
    html`<datalist id="${name}-choices">
      ${choices.map((choice) => html`<option>${choice}</option>`)}
    </datalist>`
  const type = schema['format'] === 'uri' ? 'url' : 'text'
  return html`<input
      type="${type}"
      ${attributes}${many}
      value="${text}"
      autocomplete="off"
      autocapitalize="off"
      autocorrect="off"
      spellcheck="false"
      ${bound('maxlength', schema['maxLength'])}${hint}${need}
    />${list}`
}

const bound = (name: string, value: unknown): Html | '' =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
    ? html` ${name}="${value}"`
    : ''

const isLong = (name: string, { maxLength }: JsonSchema, kind: Kind): boolean =>
  kind === 'array' ||
  kind === 'object' ||
  (kind === 'string' && CODE_NAMES.test(name)) ||
  (kind === 'string' && typeof maxLength === 'number' && maxLength > LONG_TEXT)

function textOf(kind: Kind, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'array' && Array.isArray(value) && value.every(isPlainText)) return value.join('\n')
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether a list item can be edited as one line of text and read back unchanged. */
const isPlainText = (item: unknown): boolean =>
  typeof item === 'string' && item !== '' && item === item.trim() && !/[\n\r]/.test(item)
