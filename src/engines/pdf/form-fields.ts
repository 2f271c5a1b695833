import {
  PDFButton,
  PDFCheckBox,
  PDFDropdown,
  PDFOptionList,
  PDFRadioGroup,
  PDFSignature,
  PDFTextField,
  type PDFField,
} from '@cantoo/pdf-lib'
import { badInput } from '../../base/core/fault.ts'
import type { FieldType } from './field-types.ts'

export type FieldValue = string | number | boolean | readonly string[] | null

export interface FieldRow {
  readonly name: string
  readonly type: FieldType
  readonly value: string | boolean | readonly string[] | null
  readonly options: readonly string[]
  readonly readOnly: boolean
}

const OPTIONS_MAX = 1_000

export function rowOf(field: PDFField): FieldRow {
  return {
    name: field.getName().toWellFormed(),
    type: typeOf(field),
    value: valueOf(field),
    options: optionsOf(field).slice(0, OPTIONS_MAX),
    readOnly: field.isReadOnly(),
  }
}

function typeOf(field: PDFField): FieldType {
  if (field instanceof PDFTextField) return 'text'
  if (field instanceof PDFCheckBox) return 'checkbox'
  if (field instanceof PDFRadioGroup) return 'radio'
  if (field instanceof PDFDropdown) return 'dropdown'
  if (field instanceof PDFOptionList) return 'list'
  if (field instanceof PDFButton) return 'button'
  return field instanceof PDFSignature ? 'signature' : 'other'
}

function valueOf(field: PDFField): FieldRow['value'] {
  if (field instanceof PDFTextField) return textOf(field)
  if (field instanceof PDFCheckBox) return field.isChecked()
  if (field instanceof PDFRadioGroup) return field.getSelected()?.toWellFormed() ?? null
  if (field instanceof PDFDropdown) return field.getSelected()[0]?.toWellFormed() ?? null
  if (field instanceof PDFOptionList) return field.getSelected().map((text) => text.toWellFormed())
  return null
}

/** Text with formatting of its own has no plain value to read. */
const textOf = (field: PDFTextField): string | null =>
  field.acroField.getValue()?.decodeText().toWellFormed() ?? null

function optionsOf(field: PDFField): readonly string[] {
  const hasOptions =
    field instanceof PDFRadioGroup || field instanceof PDFDropdown || field instanceof PDFOptionList
  return hasOptions ? field.getOptions().map((text) => text.toWellFormed()) : []
}

/** Sets a field, or says what it takes; null empties it. */
export function fill(field: PDFField, value: FieldValue): void {
  const { name, type, readOnly } = rowOf(field)
  if (readOnly) throw refusal(name, 'is read-only')
  if (field instanceof PDFTextField) fillText(field, value)
  else if (field instanceof PDFCheckBox) fillCheckBox(field, value)
  else if (field instanceof PDFRadioGroup) fillRadio(field, value)
  else if (field instanceof PDFDropdown) fillDropdown(field, value)
  else if (field instanceof PDFOptionList) fillList(field, value)
  else throw refusal(name, `is a ${type} field, which cannot be filled`)
}

function fillText(field: PDFTextField, value: FieldValue): void {
  if (Array.isArray(value) || typeof value === 'boolean')
    throw refusal(field.getName(), 'must be text')
  const text = value === null ? '' : String(value)
  const charactersMax = field.getMaxLength()
  if (charactersMax !== undefined && text.length > charactersMax)
    throw refusal(field.getName(), `must have at most ${charactersMax} characters`)
  field.setText(text)
}

function fillCheckBox(field: PDFCheckBox, value: FieldValue): void {
  if (typeof value !== 'boolean' && value !== null)
    throw refusal(field.getName(), 'must be true or false')
  if (value) field.check()
  else field.uncheck()
}

function fillRadio(field: PDFRadioGroup, value: FieldValue): void {
  if (value === null) return field.clear()
  field.select(oneOf(field.getOptions(), value, field.getName()))
}

function fillDropdown(field: PDFDropdown, value: FieldValue): void {
  if (value === null) return field.clear()
  if (field.isEditable() && typeof value === 'string') return field.select(value)
  field.select(oneOf(field.getOptions(), value, field.getName()))
}

function fillList(field: PDFOptionList, value: FieldValue): void {
  if (value === null) return field.clear()
  const chosen = [value].flat()
  if (chosen.length > 1 && !field.isMultiselect())
    throw refusal(field.getName(), 'takes one option only')
  field.select(chosen.map((option) => oneOf(field.getOptions(), option, field.getName())))
}

function oneOf(options: readonly string[], value: FieldValue, name: string): string {
  const text = String(value)
  if (!options.includes(text) || Array.isArray(value))
    throw refusal(name, `must be one of ${options.slice(0, 50).join(', ')}`)
  return text
}

const refusal = (name: string, problem: string) =>
  badInput(`values: the field ${name.slice(0, 100).toWellFormed()} ${problem}.`)
