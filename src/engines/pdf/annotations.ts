import type { PDFPageProxy } from 'unpdf/pdfjs'

/** Text that is written over a page: a note in a frame, the value of a form's field. */
export interface Overlay {
  readonly text: string
  /** Left, bottom, right, top: points of the page. */
  readonly rect: readonly [number, number, number, number]
}

/** What is used of an annotation as the library has it. */
interface Annotation {
  readonly subtype?: string
  readonly annotationFlags?: number
  readonly password?: boolean
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[]
  readonly textContent?: readonly string[]
  readonly contentsObj?: { readonly str?: string }
  readonly rect?: readonly number[]
}

/** Flags of ISO 32000: hidden, and not to be viewed. */
const UNSEEN = 0b100010
const OVERLAYS_MAX = 2_000
const CHARACTERS_MAX = 20_000

/** What a reader sees on a page beside its own text, in the order of the file. */
export async function overlaysOf(page: PDFPageProxy): Promise<readonly Overlay[]> {
  const annotations = (await page.getAnnotations()) as readonly Annotation[]
  return annotations.slice(0, OVERLAYS_MAX).flatMap((annotation) => {
    const text = textOf(annotation).toWellFormed().replaceAll('\0', '').trim()
    const [left = NaN, bottom = NaN, right = NaN, top = NaN] = annotation.rect ?? []
    const isPlaced = [left, bottom, right, top].every(Number.isFinite)
    if (text === '' || !isPlaced) return []
    return [{ text: text.slice(0, CHARACTERS_MAX), rect: [left, bottom, right, top] as const }]
  })
}

function textOf(annotation: Annotation): string {
  if (annotation.password || ((annotation.annotationFlags ?? 0) & UNSEEN) !== 0) return ''
  if (annotation.subtype === 'FreeText')
    return annotation.textContent?.join('\n') || annotation.contentsObj?.str || ''
  if (annotation.subtype === 'Widget' && /^(Tx|Ch)$/.test(annotation.fieldType ?? ''))
    return valueText(annotation)
  return ''
}

/** A choice is shown under another name than it is sent. */
function valueText({ fieldValue, options = [] }: Annotation): string {
  const values = [fieldValue].flat().filter((value) => typeof value === 'string')
  const names = new Map(options.map(({ exportValue, displayValue }) => [exportValue, displayValue]))
  return values.map((value) => names.get(value) ?? value).join('\n')
}
