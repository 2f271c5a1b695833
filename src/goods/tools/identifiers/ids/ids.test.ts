import { describe, expect, test } from 'vitest'
import { validate, version } from 'uuid'
import { runExample } from '../../../../../test/support/run-tool.ts'
import checkDigit from './check-digit.ts'
import dice from './dice.ts'
import idInspect from './id-inspect.ts'
import password from './password.ts'
import random from './random.ts'
import randomPick from './random-pick.ts'
import shortId from './short-id.ts'
import ulid from './ulid.ts'
import uuid from './uuid.ts'
import uuidName from './uuid-name.ts'
import { wordList } from './_words.ts'

const AT = '2026-03-04T05:06:07.089Z'
const refused = { code: 'bad_input' }
const CONTEXT = { signal: new AbortController().signal, now: () => 0 } as never
const inspected = (id: string) => runExample(idInspect, { id }, AT)

describe('uuid', () => {
  test.each(['1', '4', '6', '7'])('version %s is well formed and unique', async (kind) => {
    const { uuids } = await runExample(uuid, { version: kind, count: 1_000 }, AT)
    const all = uuids as readonly string[]
    expect(new Set(all).size).toBe(1_000)
    expect(all.every((one) => validate(one) && version(one) === Number(kind))).toBe(true)
    if (kind === '6' || kind === '7') expect(all).toEqual(all.toSorted())
  })

  test.each(['1', '6', '7'])('version %s holds its time', async (kind) => {
    const { uuids } = await runExample(uuid, { version: kind }, AT)
    const [id = ''] = uuids as readonly string[]
    expect(await inspected(id)).toMatchObject({ kind: 'uuid', version: Number(kind), timeIso: AT })
  })

  test('the name of RFC 9562', async () => {
    const asked = { name: 'www.example.com', namespace: 'dns' }
    expect(await runExample(uuidName, asked)).toMatchObject({
      uuid: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    })
    const within = { name: 'a', namespace: '6BA7B810-9DAD-11D1-80B4-00C04FD430C8' }
    const named = await runExample(uuidName, { name: 'a', namespace: 'DNS' })
    expect(await runExample(uuidName, within)).toEqual(named)
    await expect(runExample(uuidName, { name: 'a', namespace: 'toString' })).rejects.toMatchObject(
      refused,
    )
  })
})

describe('ulid', () => {
  test('ULIDs sort, and hold their time', async () => {
    const { ulids } = await runExample(ulid, { count: 1_000, timeIso: AT })
    const all = ulids as readonly string[]
    expect(all).toEqual(all.toSorted())
    expect(new Set(all).size).toBe(1_000)
    expect(await inspected(all[7] ?? '')).toMatchObject({ kind: 'ulid', timeIso: AT })
  })

  test('without monotonic the ULIDs are random', async () => {
    const { ulids } = await runExample(ulid, { count: 50, monotonic: false }, AT)
    const all = ulids as readonly string[]
    expect(all).not.toEqual(all.toSorted())
  })

  test.each(['1969-12-31T23:59:59Z', '2026-01-01', '+099999-01-01T00:00:00Z'])(
    'refuses %s',
    async (timeIso) => {
      await expect(runExample(ulid, { timeIso })).rejects.toMatchObject(refused)
    },
  )
})

describe('short-id', () => {
  test.each([
    ['ksuid', '2026-03-04T05:06:07.000Z'],
    ['objectid', '2026-03-04T05:06:07.000Z'],
    ['typeid', AT],
  ])('a %s holds its time', async (kind, timeIso) => {
    const { ids } = await runExample(shortId, { kind, prefix: kind === 'typeid' ? 'user' : '' }, AT)
    expect(await inspected((ids as readonly string[])[0] ?? '')).toMatchObject({ kind, timeIso })
  })

  test.each([
    [{ kind: 'nanoid', length: 12, count: 1_000 }, /^[\w-]{12}$/],
    [{ alphabet: 'ab', length: 64 }, /^[ab]{64}$/],
    [{ kind: 'cuid2', length: 10, count: 300 }, /^[a-z][0-9a-z]{9}$/],
    [{ kind: 'typeid', prefix: 'a_b' }, /^a_b_[0-7][0-9a-z]{25}$/],
    [{ kind: 'objectid', prefix: 'x-', count: 1_000 }, /^x-[0-9a-f]{24}$/],
  ])('%j', async (input, form) => {
    const { ids, count } = await runExample(shortId, input)
    const all = ids as readonly string[]
    expect(all.every((one) => form.test(one))).toBe(true)
    expect(new Set(all).size).toBe(count)
  })

  test.each([
    [{ kind: 'ksuid', length: 20 }],
    [{ kind: 'cuid2', length: 33 }],
    [{ kind: 'cuid2', alphabet: 'ab' }],
    [{ kind: 'typeid', prefix: 'User' }],
    [{ alphabet: 'aa' }],
    [{ alphabet: 'a' }],
    [{ alphabet: 'é1' }],
    [{ length: 5 }],
    [{ alphabet: 'ab', length: 6, count: 1_000 }],
  ])('%j is refused', async (input) => {
    await expect(runExample(shortId, input)).rejects.toMatchObject(refused)
  })

  test('half of ten digits are too few for many ids', async () => {
    // n²/2N = -ln(0.99) for N = 10^10 gives 14,178.
    const { collisionAt1PctAfter } = await runExample(shortId, {
      alphabet: '0123456789',
      length: 10,
    })
    expect(collisionAt1PctAfter).toBe('14178')
  })
})

describe('id-inspect', () => {
  test.each([
    // The examples of RFC 9562, appendix A.
    ['C232AB00-9414-11EC-B3C8-9F6BDECED846', { version: 1, timeIso: '2022-02-22T19:22:22.000Z' }],
    ['5df41881-3aed-3515-88a7-2f4a814cf09e', { version: 3, timeIso: null }],
    ['919108f7-52d1-4320-9bac-f847db4148a8', { version: 4, timeIso: null }],
    ['1EC9414C-232A-6B00-B3C8-9F6BDECED846', { version: 6, timeIso: '2022-02-22T19:22:22.000Z' }],
    ['017F22E2-79B0-7CC3-98C4-DC0C0C07398F', { version: 7, timeIso: '2022-02-22T19:22:22.000Z' }],
    ['2489E9AD-2EE2-8E00-8EC9-32D5F69181C0', { version: 8, timeIso: null }],
    ['00000000-0000-0000-0000-000000000000', { variant: 'nil', version: null }],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', { variant: 'max', version: null }],
    ['{919108f7-52d1-4320-9bac-f847db4148a8}', { version: 4 }],
    ['urn:uuid:919108f752d143209bacf847db4148a8', { version: 4 }],
    ['919108f7-52d1-9320-9bac-f847db4148a8', { version: 9, valid: false }],
    ['0ujtsYcgvSTl8PAuAdqWYSMnLOv', { kind: 'ksuid', timeIso: '2017-10-10T04:00:47.000Z' }],
    ['9m4e2mr0ui3e8a215n4g', { kind: 'xid', node: '60f486e428', sequence: 4_271_561 }],
    ['507f1f77bcf86cd799439011', { kind: 'objectid', timeIso: '2012-10-17T21:13:27.000Z' }],
    ['hello', { kind: 'unknown', valid: false }],
    ['8'.repeat(26), { kind: 'unknown' }],
  ])('%s', async (id, answer) => {
    expect(await inspected(id)).toMatchObject(answer)
  })

  test('the service of a snowflake is not guessed', async () => {
    const answer = await inspected('175928847299117063')
    expect(answer).toMatchObject({ kind: 'snowflake', timeIso: null })
    expect(answer['alternatives']).toContain('snowflake of Discord: 2016-04-30T11:18:25.796Z')
  })
})

describe('check-digit', () => {
  test.each([
    ['luhn', '7992739871', '3'],
    ['verhoeff', '236', '3'],
    ['verhoeff', '12345', '1'],
    ['damm', '572', '4'],
    ['ean', '400638133393', '1'],
    ['ean', '9638507', '4'],
    ['ean', '03600029145', '2'],
    ['mod97', '5493001KJTIIGC8Y1R', '12'],
    ['mod11', '000000021825009', '7'],
    ['mod11', '079', 'X'],
    ['mod11-10', '0794', '5'],
    ['mod37-2', 'G123489654321', 'Y'],
    ['mod37-36', 'A12425GABC1234002', 'M'],
    ['isbn10', '030640615', '2'],
    ['isbn10', '080442957', 'X'],
  ])('%s of %s is %s', async (scheme, value, digit) => {
    const made = await runExample(checkDigit, { scheme, value })
    expect(made).toMatchObject({ checkDigit: digit, value: value + digit, valid: true })
    const whole = { scheme, value: value + digit, mode: 'verify' }
    expect(await runExample(checkDigit, whole)).toMatchObject({ valid: true })
    const last = digit === '0' ? '1' : '0'
    const wrong = { scheme, value: value + digit.slice(1) + last, mode: 'verify' }
    expect(await runExample(checkDigit, wrong)).toMatchObject({ valid: false, checkDigit: digit })
  })

  test.each([
    ['luhn', ''],
    ['luhn', '12a'],
    ['isbn10', '12345'],
    ['mod97', 'É1'],
  ])('%s of %j is refused', async (scheme, value) => {
    await expect(runExample(checkDigit, { scheme, value })).rejects.toMatchObject(refused)
  })
})

describe('random', () => {
  test.each([
    [{ min: 3, max: 3 }, [3]],
    [{ min: -2.5, max: -1.5 }, [-2]],
    [{ kind: 'float', min: 7, max: 7 }, [7]],
    [{ kind: 'normal', mean: 5, stdDev: 0 }, [5]],
  ])('%j is %j', async (input, values) => {
    expect((await runExample(random, input))['values']).toEqual(values)
  })

  test.each([[{ min: 2, max: 1 }], [{ min: 0.2, max: 0.8 }], [{ count: 0 }], [{ max: 2e15 }]])(
    '%j is refused',
    async (input) => {
      await expect(runExample(random, input)).rejects.toMatchObject(refused)
    },
  )

  test('bytes are returned as numbers and in hex', async () => {
    const { values, hex } = await runExample(random, { kind: 'bytes', count: 16, seed: 'a' })
    expect(Buffer.from(values as readonly number[]).toString('hex')).toBe(hex)
    const text = await runExample(random, { kind: 'hex', count: 16, seed: 'a' })
    expect(text).toMatchObject({ hex, values: [hex] })
  })

  test('two calls without a seed differ', async () => {
    const [one, two] = [
      await runExample(random, { count: 50 }),
      await runExample(random, { count: 50 }),
    ]
    expect(one['values']).not.toEqual(two['values'])
  })
})

describe('random-pick', () => {
  test('a generated seed draws the same items again', async () => {
    const asked = { items: Array.from('abcdefghij'), count: 4 }
    const first = await runExample(randomPick, asked)
    expect(await runExample(randomPick, { ...asked, seed: first['seed'] })).toEqual(first)
    expect([...(first['picked'] as string[]), ...(first['rest'] as string[])].toSorted()).toEqual(
      asked.items,
    )
  })

  test('weights change how often an item is drawn', async () => {
    const counts = new Map<unknown, number>()
    const asked = {
      items: ['a', 'b', 'c'],
      weights: [1, 3, 0],
      count: 8_000,
      replace: true,
      seed: 'w',
    }
    for (const one of (await runExample(randomPick, asked))['picked'] as unknown[])
      counts.set(one, (counts.get(one) ?? 0) + 1)
    expect(counts.get('c')).toBeUndefined()
    expect(Math.abs((counts.get('b') ?? 0) / 8_000 - 0.75)).toBeLessThan(0.02)
  })

  test('weights count without replacement: the first is drawn by its share', async () => {
    let first = 0
    for (let seed = 0; seed < 1_000; seed += 1) {
      const input = { items: ['a', 'b', 'c'], weights: [6, 3, 1], count: 3, seed: String(seed) }
      const answer = await randomPick.run(randomPick.input.parse(input), CONTEXT)
      const { picked } = answer as { picked: readonly unknown[] }
      if (picked[0] === 'a') first += 1
    }
    expect(Math.abs(first / 1_000 - 0.6)).toBeLessThan(0.06)
  })

  test('groups are as large as their shares', async () => {
    const items = Array.from({ length: 11 }, (_, at) => at)
    const { groups } = await runExample(randomPick, { items, op: 'split', parts: [0.5, 0.3, 0.2] })
    const sizes = (groups as unknown[][]).map((group) => group.length)
    expect(sizes).toEqual([6, 3, 2])
    expect((groups as number[][]).flat().toSorted((a, b) => a - b)).toEqual(items)
  })

  test.each([
    [{ items: ['a'], count: 2 }],
    [{ items: [], count: 1 }],
    [{ items: ['a', 'b'], weights: [1] }],
    [{ items: ['a', 'b'], weights: [0, 0] }],
    [{ items: ['a', 'b'], weights: [1, 0], count: 2 }],
    [{ items: ['a', 'b'], weights: [1, 1], op: 'shuffle' }],
    [{ items: ['a', 'b'], parts: [1, 1] }],
    [{ items: 'ab' }],
  ])('%j is refused', async (input) => {
    await expect(runExample(randomPick, input)).rejects.toMatchObject(refused)
  })

  test('a hundred thousand items end in time', async () => {
    const items = Array.from({ length: 100_000 }, (_, at) => at)
    const { picked } = await runExample(randomPick, { items, op: 'shuffle', seed: 'l' })
    expect((picked as number[]).length).toBe(100_000)
  })
})

describe('dice', () => {
  const odds = async (notation: string) =>
    (await runExample(dice, { notation, distribution: true }))['probabilities'] as Record<
      string,
      number
    >

  /** All ways that the dice can fall, one by one. */
  function counted(count: number, sides: number, keep: (sorted: number[]) => number[]) {
    const found: Record<string, number> = {}
    for (let fall = 0; fall < sides ** count; fall += 1) {
      const dice = Array.from(
        { length: count },
        (_, at) => 1 + (Math.floor(fall / sides ** at) % sides),
      )
      const sum = keep(dice.toSorted((a, b) => a - b)).reduce((total, one) => total + one, 0)
      found[sum] = (found[sum] ?? 0) + 1 / sides ** count
    }
    return found
  }

  test.each([
    ['4d6kh3', counted(4, 6, (all) => all.slice(1))],
    ['4d6dl1', counted(4, 6, (all) => all.slice(1))],
    ['3d4kl1', counted(3, 4, (all) => all.slice(0, 1))],
    ['5d3dh2', counted(5, 3, (all) => all.slice(0, 3))],
    ['3d6', counted(3, 6, (all) => all)],
  ])('the odds of %s are equal to those of counting every case', async (notation, expected) => {
    const found = await odds(notation)
    expect(Object.keys(found)).toEqual(Object.keys(expected))
    for (const [sum, chance] of Object.entries(expected)) expect(found[sum]).toBeCloseTo(chance, 12)
    const mean = Object.entries(expected).reduce(
      (all, [sum, chance]) => all + Number(sum) * chance,
      0,
    )
    expect((await runExample(dice, { notation }))['mean']).toBeCloseTo(mean, 10)
  })

  test.each([
    ['d%', 1, 100, 50.5],
    ['4dF', -4, 4, 0],
    ['10 - 1d4', 6, 9, 7.5],
    ['2d6+1d8-3', 0, 17, 8.5],
    ['100d1000', 100, 100_000, 50_050],
  ])('%s is from %i to %i', async (notation, min, max, mean) => {
    const answer = await runExample(dice, { notation })
    expect(answer).toMatchObject({ min, max })
    expect(answer['mean']).toBeCloseTo(mean, 6)
    expect(answer['total']).toBeGreaterThanOrEqual(min)
    expect(answer['total']).toBeLessThanOrEqual(max)
  })

  test.each([
    '',
    '2x6',
    '0d6',
    '101d6',
    '1d1001',
    '4d6kh5',
    '4d6dl4',
    '1+',
    '2d6 3',
    '++1',
    '9999999',
    '2026-02-30',
    '5+1',
  ])('%j is refused', async (notation) => {
    await expect(runExample(dice, { notation })).rejects.toMatchObject(refused)
  })

  test('odds that would take too long are refused', async () => {
    await expect(odds('100d1000kh50')).rejects.toMatchObject(refused)
  })
})

describe('password', () => {
  test('a password has every class of characters, without ambiguous ones', async () => {
    const { passwords } = await runExample(password, { length: 8, count: 100 })
    for (const one of passwords as readonly string[])
      expect(one).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w]|.*_)[^01ILOl|\s]{8}$/)
  })

  test.each([
    // 26 + 26 + 10 characters, less those that lack a class or two.
    [
      { length: 8, symbols: false, ambiguous: true },
      Math.log2(62 ** 8 - 2 * 36 ** 8 - 52 ** 8 + 2 * 26 ** 8 + 10 ** 8),
    ],
    [{ words: 4 }, 4 * Math.log2(7_776)],
  ])('%j has its entropy', async (input, bits) => {
    const { entropyBits } = await runExample(password, input)
    expect(Math.abs((entropyBits as number) - bits)).toBeLessThan(0.02)
  })

  test('words are joined as asked', async () => {
    const { passwords } = await runExample(password, { words: 12, separator: '. ' })
    expect((passwords as readonly string[])[0]?.split('. ')).toHaveLength(12)
  })
})

test('the word list is complete, and each word is unique', () => {
  const words = wordList()
  expect(new Set(words).size).toBe(7_776)
  expect(words.every((word) => /^[a-z-]{3,9}$/.test(word))).toBe(true)
})
