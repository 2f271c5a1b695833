import { PDFBool, PDFName, type PDFDocument, type PDFField, type PDFForm } from '@cantoo/pdf-lib'
import { badInput } from '../../../../base/core/fault.ts'
import { fill, rowOf, type FieldRow, type FieldValue } from '../../../../engines/pdf/form-fields.ts'
import type { Handed } from '../../../../engines/pdf/reader.ts'
import { withPdf, writePdf } from '../../../../engines/pdf/writer.ts'

export interface Form extends Handed {
  readonly values: Readonly<Record<string, FieldValue>>
}

export interface Filled {
  readonly fields: readonly FieldRow[]
  readonly filled: number
  readonly base64?: string
}

const FIELDS_MAX = 5_000
const NAMES_TOLD_MAX = 50

export const work = (form: Form): Promise<Filled> =>
  withPdf(form, async (pdf) => {
    const fields = fieldsOf(pdf)
    const values = Object.entries(form.values)
    for (const [name, value] of values) fill(fieldNamed(fields, name), value)
    const answer = { fields: fields.map(rowOf), filled: values.length }
    if (values.length === 0) return answer
    draw(pdf.getForm())
    const { base64 } = await writePdf(pdf)
    return { ...answer, base64 }
  })

function fieldsOf(pdf: PDFDocument): readonly PDFField[] {
  if (!pdf.catalog.AcroForm()) return []
  const fields = pdf.getForm().getFields()
  if (fields.length > FIELDS_MAX)
    throw badInput(`url: must have at most ${FIELDS_MAX} form fields, but has ${fields.length}.`)
  return fields
}

function fieldNamed(fields: readonly PDFField[], name: string): PDFField {
  const field = fields.find((candidate) => candidate.getName() === name)
  if (field) return field
  const names = fields.slice(0, NAMES_TOLD_MAX).map((candidate) => candidate.getName())
  const known = names.length > 0 ? `its fields are ${names.join(', ')}` : 'it has no fields'
  throw badInput(
    `values: ${JSON.stringify(name.slice(0, 100))} is not a field of the form; ${known}.`,
  )
}

/** Letters that the font of the form lacks are left to the program that shows the file. */
function draw(form: PDFForm): void {
  try {
    form.updateFieldAppearances()
  } catch {
    form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True)
  }
}
