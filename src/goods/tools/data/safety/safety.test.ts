import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import clinicalTrials from './clinical-trials.ts'
import deviceRecalls from './device-recalls.ts'
import drugAdverseEvents from './drug-adverse-events.ts'
import drugLabel from './drug-label.ts'
import drugRecalls from './drug-recalls.ts'
import foodRecalls from './food-recalls.ts'
import icd10Search from './icd10-search.ts'
import npiLookup from './npi-lookup.ts'
import productRecalls from './product-recalls.ts'
import rxnormLookup from './rxnorm-lookup.ts'
import vehicleRecalls from './vehicle-recalls.ts'
import vinDecode from './vin-decode.ts'

type Input = Record<string, unknown>

describe('refused and unknown inputs', () => {
  test.each<[ToolSpec, Input, string]>([
    [drugRecalls, { q: '' }, 'bad_input'],
    [drugLabel, { drug: 'nothing' }, 'not_found'],
    [vehicleRecalls, { make: 'x', model: 'y', modelYear: 2018 }, 'not_found'],
    [drugLabel, { drug: 'atorvastatin', sections: 'taste' }, 'bad_input'],
    [rxnormLookup, { name: 'nothing' }, 'not_found'],
    [npiLookup, {}, 'bad_input'],
    [npiLookup, { npi: '1043218118', lastName: 'Doe' }, 'bad_input'],
    [npiLookup, { npi: '3043218118' }, 'bad_input'],
    [vinDecode, { vin: '1HGCM82633A00435O' }, 'bad_input'],
    [productRecalls, { q: 'a', since: '2026-02-30' }, 'bad_input'],
  ])('%#', async (spec, input, code) => {
    await expect(runExample(spec, input)).rejects.toMatchObject({ code })
  })
})

describe('answers in another form, and answers that fail', () => {
  test.each<[ToolSpec, Input, Input]>([
    [drugRecalls, { q: 'nothing' }, { recalls: [], total: 0 }],
    [drugRecalls, { q: 'met"formin' }, { recalls: [], total: 0 }],
    [foodRecalls, { q: 'peanut butter' }, { total: 3, recalls: [{ reportDate: '2020-06-10' }] }],
    [deviceRecalls, { q: 'insulin pump' }, { recalls: [{ eventDate: '2025-11-03' }] }],
    [drugAdverseEvents, { drug: 'nothing' }, { total: 0, serious: 0, topReactions: [] }],
    [
      drugAdverseEvents,
      { drug: 'ibuprofen' },
      {
        total: 1_000,
        serious: 400,
        topReactions: [{ reaction: 'NAUSEA', count: 900 }],
        recent: [{ receivedDate: '2025-12-30', serious: true, age: '26 years', sex: 'female' }],
      },
    ],
    [
      drugLabel,
      { drug: 'atorvastatin', sections: 'contraindications, warnings' },
      { sections: { contraindications: '4 CONTRAINDICATIONS Acute liver failure' } },
    ],
    [rxnormLookup, { name: 'lipitor' }, { ingredients: ['atorvastatin'], brands: ['Lipitor'] }],
    [npiLookup, { lastName: 'Doe', state: 'or' }, { results: [{ name: 'JANE DOE, M.D.' }] }],
    [npiLookup, { organization: 'Nobody' }, { results: [], count: 0 }],
    [icd10Search, { q: 'nothing' }, { codes: [], total: 0 }],
    [icd10Search, { q: 'diabetes' }, { codes: [{ code: 'E11.65' }], total: 71 }],
    [clinicalTrials, { q: 'obesity' }, { trials: [{ phase: 'PHASE2/PHASE3' }], total: 214 }],
    [clinicalTrials, { q: 'watch' }, { trials: [{ phase: null, enrolment: null, title: null }] }],
    [clinicalTrials, { q: 'nothing' }, { trials: [], total: 0 }],
    [
      vinDecode,
      { vin: '1hgcm826-33a004352' },
      {
        make: 'HONDA',
        modelYear: 2003,
        engine: { cylinders: 6, powerHp: 240 },
        plant: { company: null },
        errors: [],
      },
    ],
    [vinDecode, { vin: '11111111111111111' }, { make: null, modelYear: null }],
    [
      vehicleRecalls,
      { make: 'Honda', model: 'Accord', modelYear: 2018 },
      { recalls: [{ reportedDate: '2021-03-25', parkIt: false }], count: 1 },
    ],
    [
      productRecalls,
      { q: 'stroller', limit: 1 },
      { recalls: [{ recallId: '9641', date: '2023-01-05', units: ['About 12,000'] }], total: 2 },
    ],
    [productRecalls, { q: 'nothing' }, { recalls: [], count: 0 }],
  ])('%#', async (spec, input, expected) => {
    expect(await runExample(spec, input)).toMatchObject(expected)
  })
})

test('a VIN with a wrong check digit has an error that says so', async () => {
  const { errors } = await runExample(vinDecode, { vin: '11111111111111111' })
  expect(errors).toHaveLength(2)
})
