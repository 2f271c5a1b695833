import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../base/core/tool.ts'
import edgarCompanyLookup from './edgar/edgar-company-lookup.ts'
import corporateTree from './knowledge/corporate-tree.ts'
import leiLookup from './knowledge/lei-lookup.ts'
import wikidataEntity from './knowledge/wikidata-entity.ts'

describe('refused inputs', () => {
  test.each<[ToolSpec, Record<string, unknown>]>([
    [wikidataEntity, {}],
    [wikidataEntity, { name: 'x', id: 'Q1' }],
    [wikidataEntity, { id: 'Q0' }],
    [wikidataEntity, { id: 'Q1|Q2' }],
    [wikidataEntity, { name: 'x', language: 'en|de' }],
    [leiLookup, {}],
    [leiLookup, { lei: '7LTWFZYICNSX8D621K87' }],
    [leiLookup, { lei: 'x' }],
    [leiLookup, { name: 'x', lei: '7LTWFZYICNSX8D621K86' }],
    [edgarCompanyLookup, {}],
    [edgarCompanyLookup, { ticker: 'AAPL?' }],
    [edgarCompanyLookup, { cik: '12345678901' }],
  ])('%#', async (spec, input) => {
    await expect(runExample(spec, input)).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('what is unknown', () => {
  test.each<[ToolSpec, Record<string, unknown>]>([
    [wikidataEntity, { name: 'zzzz' }],
    [wikidataEntity, { id: 'Q99999999' }],
    [wikidataEntity, { id: 'Q5' }],
    [leiLookup, { lei: '5493001KJTIIGC8Y1R12' }],
    [corporateTree, { lei: '5493001KJTIIGC8Y1R12' }],
    [edgarCompanyLookup, { ticker: 'ZZZZ' }],
    [edgarCompanyLookup, { name: 'zzzz' }],
    [edgarCompanyLookup, { cik: '1' }],
  ])('%#', async (spec, input) => {
    await expect(runExample(spec, input)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('the parent of a company is looked up', async () => {
  const answer = await runExample(leiLookup, { lei: ' 529900s21eq1bo4esm68 ' })
  expect(answer).toMatchObject({ results: [{ parentLei: '7LTWFZYICNSX8D621K86' }] })
})

test.each([
  [{ name: 'Apple' }, 'Apple Inc.'],
  [{ name: 'berkshire hathaway' }, 'BERKSHIRE HATHAWAY INC'],
  [{ ticker: 'brk.b' }, 'BERKSHIRE HATHAWAY INC'],
  [{ ticker: 'AAPL', name: 'Berkshire Hathaway', cik: '1' }, 'Apple Inc.'],
  [{ name: 'Apple', cik: 'CIK0001067983' }, 'BERKSHIRE HATHAWAY INC'],
])('%j is %s', async (input, name) => {
  expect(await runExample(edgarCompanyLookup, input)).toMatchObject({ name })
})

test('a tree lists all levels, and the reason why there is no parent', async () => {
  expect(await runExample(corporateTree, { lei: '7LTWFZYICNSX8D621K86' })).toMatchObject({
    directParent: null,
    exceptions: ['direct-parent: NO_KNOWN_PERSON'],
    children: [
      { name: 'Daughter GmbH', relation: 'direct' },
      { name: 'Granddaughter Ltd', relation: 'indirect', parentLei: '529900S21EQ1BO4ESM68' },
    ],
    complete: true,
  })
})
