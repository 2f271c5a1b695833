/** Kinds of form fields; apart from the library that reads them, which is heavy to load. */
export const FIELD_TYPES = [
  'text',
  'checkbox',
  'radio',
  'dropdown',
  'list',
  'button',
  'signature',
  'other',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]
