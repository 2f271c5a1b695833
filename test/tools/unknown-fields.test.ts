import { expect, test } from 'vitest'
import { inputShape } from '../../src/base/core/shape.ts'
import { catalogOfTools } from '../support/catalog.ts'
import { unknownFields } from '../support/unknown-fields.ts'

test('finds a field that the schema does not name, also in lists and nested fields', async () => {
  const { tools } = await catalogOfTools()
  const tool = tools.find(({ slug }) => slug === 'geo-distance')!
  const { schema } = inputShape(tool)
  const from = { lat: 1, lon: 2 }
  expect(unknownFields({ from, to: from }, schema)).toEqual([])
  expect(unknownFields({ from, to: { ...from, town: 'Ulm' }, far: 1 }, schema)).toEqual([
    'to.town',
    'far',
  ])
})
