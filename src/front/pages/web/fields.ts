import { all, el, one, say } from './dom.ts'

/** The form of a tool, and the values in it. */
export const form = one<HTMLFormElement>('#run')!
export const { slug = '', method = 'GET', path = '', pace = 'quick' } = form.dataset

/** An invalid value, and the field that holds it. */
export class Wrong extends Error {
  readonly field: string
  constructor(field: string, text: string) {
    super(text)
    this.field = field
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
export type Input = Record<string, unknown>

export const controls = (): Control[] => all<Control>('[data-kind]', form)

/** The contents of chosen files, in base64. */
const files = new Map<string, string>()
const FILE_BYTES_MAX = 8_000_000
const CHUNK = 32_768

export async function pickFile(field: HTMLInputElement): Promise<void> {
  const [file] = field.files ?? []
  files.delete(field.name)
  if (!file) return
  if (file.size > FILE_BYTES_MAX)
    return blame(new Wrong(field.name, 'The file is larger than 8 MB.'))
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  files.set(field.name, btoa(text))
}

/** Reads the input from the form. Empty optional fields are left out. Throws `Wrong`. */
export function gathered(): Input {
  const sent: Input = {}
  for (const field of controls()) {
    const value = valueOf(field)
    if (value !== undefined) sent[field.name] = value
  }
  return sent
}

function valueOf(field: Control): unknown {
  const { kind, preset } = field.dataset
  if (kind === 'file') return files.get(field.name) ?? preset
  if (kind === 'boolean') {
    const { checked, defaultChecked } = field as HTMLInputElement
    return checked || defaultChecked ? checked : undefined
  }
  const text = field.value.trim()
  if (text === '') return undefined
  if (kind === 'integer' || kind === 'number') return Number(text)
  if (kind === 'array' && !text.startsWith('[')) return linesOf(text)
  if (kind === 'array' || kind === 'object') return parseValue(field.name, text)
  if (kind === 'any' && /^[[{"\d-]|^(true|false|null)$/.test(text))
    return parseValue(field.name, text)
  return field.value
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function parseValue(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Wrong(name, 'This is not JSON yet. Check quotes and commas.')
  }
}

/** The address of the call. A GET has its input in the query. */
export function addressOf(sent: Input): string {
  if (method !== 'GET') return path
  const query = new URLSearchParams(
    Object.entries(sent).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return query.size > 0 ? `${path}?${query}` : path
}

export function clearBlame(): void {
  all('.wrong', form).forEach((said) => said.remove())
  controls().forEach((field) => field.removeAttribute('aria-invalid'))
}

/** Shows the problem at the field, and moves the focus there. */
export function blame({ field, message }: Wrong): void {
  const input = one(`#f-${CSS.escape(field)}`, form) ?? one(`#${CSS.escape(field)}`, form)
  const said = el('p', { class: 'wrong', id: `wrong-${field}` }, message)
  input?.setAttribute('aria-invalid', 'true')
  const place = input?.closest('.field, .more') ?? one('.go', form)!
  place.append(said)
  input?.focus()
  say(message)
}
