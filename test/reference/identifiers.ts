import fc from 'fast-check'
import checkDigit from '../../src/goods/tools/identifiers/ids/check-digit.ts'
import idInspect from '../../src/goods/tools/identifiers/ids/id-inspect.ts'
import uuidName from '../../src/goods/tools/identifiers/ids/uuid-name.ts'
import barcode from '../../src/goods/tools/identifiers/images-fixtures/barcode.ts'
import qr from '../../src/goods/tools/identifiers/images-fixtures/qr.ts'
import { answer, asked, comparison, has, python, write } from './_compare.ts'

const SEED = 14
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

async function compareNames(): Promise<void> {
  const { same, close } = comparison('uuid-name and id-inspect with Python uuid')
  const names = samples(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), 200)
  const theirs = python(
    `import uuid
print(json.dumps([[str(uuid.uuid5(uuid.NAMESPACE_DNS, n)), str(uuid.uuid3(uuid.NAMESPACE_DNS, n))] for n in data]))`,
    names,
  ) as readonly (readonly string[])[]
  for (const [at, name] of names.entries())
    for (const [which, version] of ['5', '3'].entries()) {
      const { uuid } = await answer(uuidName, { name, namespace: 'dns', version })
      same([name, version], uuid, theirs[at]?.[which])
    }
  const made = python(
    `import uuid
out=[]
for n in data:
    u=uuid.uuid1(n, n%16384); out.append([str(u), u.node, u.clock_seq, (u.time-0x01b21dd213814000)//10000])
print(json.dumps(out))`,
    samples(fc.integer({ min: 0, max: 2 ** 48 - 1 }), 100),
  ) as readonly (readonly [string, number, number, number])[]
  for (const [id, node, sequence, atMs] of made) {
    const told = await answer(idInspect, { id })
    const ours = [Number.parseInt(String(told['node']), 16), told['sequence'], told['timeIso']]
    same(id, ours, [node, sequence, new Date(atMs).toISOString()])
  }
  close()
}

const SCHEMES = {
  luhn: 'stdnum.luhn',
  verhoeff: 'stdnum.verhoeff',
  damm: 'stdnum.damm',
  ean: 'stdnum.ean',
  mod11: 'stdnum.iso7064.mod_11_2',
  'mod11-10': 'stdnum.iso7064.mod_11_10',
  'mod37-2': 'stdnum.iso7064.mod_37_2',
  'mod37-36': 'stdnum.iso7064.mod_37_36',
  mod97: 'stdnum.iso7064.mod_97_10',
} as const

async function compareDigits(): Promise<void> {
  const { same, close } = comparison('check-digit with python-stdnum')
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789'.split('')),
    minLength: 12,
    maxLength: 12,
  })
  for (const [scheme, module] of Object.entries(SCHEMES)) {
    const values = samples(digits, 100)
    const theirs = python(
      `import ${module} as m
calc = getattr(m, 'calc_check_digits', None) or m.calc_check_digit
print(json.dumps([calc(v) for v in data]))`,
      values,
    ) as readonly string[]
    for (const [at, value] of values.entries())
      same([scheme, value], (await answer(checkDigit, { scheme, value }))['checkDigit'], theirs[at])
  }
  close()
}

const bytesOf = (told: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.from(String(told['base64']), 'base64')

async function compareCodes(): Promise<void> {
  const { same, close } = comparison('qr and barcode with zbar')
  const texts = samples(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' }), 60)
  const read = (png: Buffer) =>
    asked('zbarimg', ['-q', '--raw', '-Sbinary', '-'], png).text.replace(/\n$/, '')
  for (const text of texts.filter((one) => one.trim() === one))
    same(text, read(bytesOf(await answer(qr, { text }))), text)
  const numbers = samples(fc.integer({ min: 1e11, max: 1e12 - 1 }), 40).map(String)
  for (const text of numbers) {
    const told = await answer(barcode, { text, symbology: 'ean13' })
    const line = asked('zbarimg', ['-q', '--raw', '-'], bytesOf(told)).text.trim()
    same(text, line, told['text'])
  }
  close()
}

await compareNames()
if (has('python3', '-c', 'import stdnum')) await compareDigits()
else write('python3 with stdnum is not installed')
if (has('zbarimg')) await compareCodes()
else write('zbarimg is not installed')
