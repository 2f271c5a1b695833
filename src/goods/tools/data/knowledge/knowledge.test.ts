import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import arxivSearch from './arxiv-search.ts'
import barcodeLookup from './barcode-lookup.ts'
import bookLookup from './book-lookup.ts'
import compoundLookup from './compound-lookup.ts'
import crossrefWork from './crossref-work.ts'
import foodNutrition from './food-nutrition.ts'
import openalexSearch from './openalex-search.ts'
import pubmedSearch from './pubmed-search.ts'
import spaceLaunches from './space-launches.ts'
import wikipediaSearch from './wikipedia-search.ts'
import wikipediaSummary from './wikipedia-summary.ts'
import wordDefine from './word-define.ts'

type Case = readonly [ToolSpec, Record<string, unknown>, Record<string, unknown>]

describe('refused inputs', () => {
  test.each<readonly [string, ToolSpec, Record<string, unknown>]>([
    ['bad_input', wikipediaSummary, { title: 'x', language: 'en.evil.example/' }],
    ['not_found', wikipediaSummary, { title: 'No such thing' }],
    ['upstream_failed', wikipediaSearch, { q: 'insource://' }],
    ['bad_input', crossrefWork, {}],
    ['bad_input', crossrefWork, { doi: '10.1038/nature14539', q: 'x' }],
    ['bad_input', crossrefWork, { doi: 'nature14539' }],
    ['not_found', crossrefWork, { doi: '10.1234/none' }],
    ['bad_input', bookLookup, {}],
    ['bad_input', bookLookup, { isbn: '9780262033849' }],
    ['not_found', wordDefine, { word: 'zzzz' }],
    ['not_found', wordDefine, { word: 'fungible', language: 'de' }],
    ['bad_input', barcodeLookup, { code: '3017620422004' }],
    ['bad_input', barcodeLookup, { code: '123' }],
    ['not_found', compoundLookup, { name: 'zzzz' }],
    ['bad_input', arxivSearch, { q: '()"' }],
    ['bad_input', arxivSearch, { q: 'x', category: 'cs.CL OR all:y' }],
  ])('%s: %#', async (code, spec, input) => {
    await expect(runExample(spec, input)).rejects.toMatchObject({ code })
  })
})

describe('no match is an empty answer', () => {
  test.each<Case>([
    [wikipediaSearch, { q: 'qqqq' }, { results: [], total: 0 }],
    [crossrefWork, { q: 'nothing' }, { works: [], total: 0 }],
    [openalexSearch, { q: 'nothing' }, { works: [], total: 0 }],
    [arxivSearch, { q: 'qqqq' }, { papers: [], total: 0 }],
    [pubmedSearch, { q: 'zzzz' }, { articles: [], total: 0, notUnderstood: ['zzzz'] }],
    [bookLookup, { isbn: '0306406152' }, { books: [], total: 0 }],
    [barcodeLookup, { code: '4006381333931' }, { found: false, name: null, nutrition: null }],
    [foodNutrition, { q: 'zzzz' }, { foods: [], total: 0 }],
    [spaceLaunches, { q: 'zzzz' }, { launches: [], total: 0, searched: 2 }],
  ])('%#', async (spec, input, answer) => {
    expect(await runExample(spec, input, '2026-01-01T00:00:00Z')).toMatchObject(answer)
  })
})

const TOLD: readonly Case[] = [
  [wikipediaSummary, { title: 'Mercury' }, { disambiguation: true }],
  [wikipediaSummary, { title: 'Berlin', language: 'de' }, { lat: 52.52, lon: 13.405 }],
  [
    crossrefWork,
    { doi: 'https://doi.org/10.1177/1758835920922055' },
    {
      works: [
        {
          title: 'Effects of miR-215 on cell growth',
          authors: ['Wei Li', 'Study Group'],
          publishedDate: '2020-01',
          retracted: true,
          notice: { kind: 'retraction', doi: '10.1177/17588359211000001', date: '2021-03-09' },
        },
      ],
    },
  ],
  [
    crossrefWork,
    { doi: '10.5555/12345678' },
    { works: [{ title: null, publishedDate: null, citations: null, retracted: false }] },
  ],
  [openalexSearch, { q: 'x', openAccess: true }, { total: 1 }],
  [
    arxivSearch,
    { q: '"electron production"', category: 'hep-ex' },
    {
      papers: [
        {
          id: 'hep-ex/0307015',
          version: 1,
          publishedIso: '2003-07-07T17:46:39.000Z',
          pdfUrl: null,
        },
      ],
    },
  ],
  [
    pubmedSearch,
    { q: 'autism vaccine' },
    {
      articles: [
        { pmid: '37952131', retracted: false },
        { pmid: '9500320', publishedDate: '1998', abstract: null, doi: null, retracted: true },
      ],
    },
  ],
  [
    bookLookup,
    { q: 'lord of the rings' },
    {
      kind: 'work',
      total: 800,
      books: [
        { publishedDate: '1954', isbn: '9780618346257' },
        { isbn: null, coverUrl: null },
      ],
    },
  ],
  [wordDefine, { word: 'fungible', language: 'fr' }, { entries: [{ definitions: ['fungible'] }] }],
  [
    barcodeLookup,
    { code: '3 600550-362626' },
    { found: true, database: 'beauty', brand: null, nutriScore: null, nutrition: null },
  ],
  [
    foodNutrition,
    { q: 'oat drink' },
    { foods: [{}, {}, { servingG: null, servingMl: 240, per100Unit: 'ml' }] },
  ],
  [compoundLookup, { name: 'x/y' }, { cid: 7, weightGMol: null, synonyms: [], otherCids: [2519] }],
  [
    spaceLaunches,
    { q: 'ariane' },
    { launches: [{ netPrecision: 'Quarter 2', mission: null }], total: 1 },
  ],
]

describe('answers', () => {
  test.each(TOLD)('%#', async (spec, input, answer) => {
    expect(await runExample(spec, input, '2026-01-01T00:00:00Z')).toMatchObject(answer)
  })

  test('a launch whose window has closed is not listed', async () => {
    const answer = await runExample(spaceLaunches, {}, '2026-01-05T00:00:00Z')
    expect(answer).toMatchObject({ launches: [{ rocket: 'Ariane 64' }], searched: 1 })
  })
})
