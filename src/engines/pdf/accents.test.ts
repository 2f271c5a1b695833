import { expect, test } from 'vitest'
import { composed } from './accents.ts'

test.each([
  ['el art´ıculo de Poincar´e', 'el artículo de Poincaré'],
  ['Schr¨odinger, ˚Angstr¨om, Erd˝os, ˇCech', 'Schrödinger, Ångström, Erdős, Čech'],
  ['garc¸on, voil`a, ma˜nana', 'garçon, voilà, mañana'],
])('%j is %j', (printed, read) => {
  expect(composed(printed)).toBe(read)
})

test.each(['l´area', 'n ˆx ˜q', 'a `code` word', '10 ´ 5', 'caf\u00E9'])('%j stays', (text) => {
  expect(composed(text)).toBe(text)
})
