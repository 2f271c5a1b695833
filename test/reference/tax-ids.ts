import { createRequire } from 'node:module'
import taxId from '../../src/goods/tools/validation/finance-codes/tax-id-validate.ts'
import { answer, comparison, has, python, write } from './_compare.ts'

/** Numbers of the examples of python-stdnum, each with one digit changed, and with a few. */
const SCRIPT = String.raw`import importlib,random,re
random.seed(3)
out={}
for key in data:
    country,kind=key.split(' ')
    package={'is':'is_','in':'in_'}.get(country.lower(),country.lower())
    try: m=importlib.import_module('stdnum.%s.%s'%(package,kind.lower()))
    except ImportError: continue
    seeds=set(re.findall(r"(?:validate|is_valid|format|compact)\(u?'([^']+)'",m.__doc__ or ''))
    cases=set(seeds)
    for s in sorted(seeds):
        try: bare=m.compact(s)
        except Exception: continue
        cases.add(bare)
        for i,c in enumerate(bare):
            if c.isdigit(): cases.update(bare[:i]+d+bare[i+1:] for d in '0123456789')
        if not bare[-1:].isdigit(): continue
        for _ in range(60):
            other=''.join(random.choice('0123456789') if c.isdigit() and random.random()<.4 else c for c in bare)
            cases.update(other[:-1]+d for d in '0123456789')
    told=[]
    for s in sorted(cases):
        try: told.append([s,bool(m.is_valid(s))])
        except Exception: pass
    if told: out[key]=told
print(json.dumps(out))`

/** Where the other program is right, it does not tell valid from invalid as this one has to. */
const KNOWN: Readonly<Record<string, string>> = {
  'AL nipt': 'the other does not look at the date',
  'AT vnr': 'the other does not look at the date',
  'BE nn': 'the other takes future dates',
  'CN ric': 'this one knows provinces, and no counties',
  'CU ni': 'the other takes future dates',
  'CZ dic': 'the other takes future dates',
  'CZ rc': 'the other takes future dates',
  'DE idnr': 'the other takes one digit three times in a row',
  'DO ncf': 'this one wants the kind of receipt',
  'EE ik': 'the other takes future dates',
  'FI hetu': 'the other takes future dates',
  'FR nif': 'the other does not check the last three digits',
  'GT nit': 'this one takes up to twelve digits',
  'ID npwp': 'this one knows the tax offices',
  'IS kennitala': 'this one takes the century of 8',
  'IT aic': 'this one takes codes that do not begin with zero',
  'IT codicefiscale': 'the eleven digits are the kind iva here',
  'KR brn': 'the other does not check the last digit',
  'KR rrn': 'the other takes future dates',
  'LT asmens': 'the other takes future dates',
  'LV pvn': 'the other takes future dates, and not the codes since 2017',
  'MX rfc': 'the other does not check the last character',
  'PL pesel': 'the other takes future dates',
  'RO cnp': 'the other takes more counties',
  'RO onrc': 'this one takes later years',
  'SE personnummer': 'this one takes coordination numbers',
  'SI emso': 'the other takes future dates',
  'SK dph': 'the other takes birth numbers',
  'SK rc': 'the other takes future dates',
  'TW ubn': 'the other has the rule before 2023',
  'US ein': 'the other wants its hyphen where it belongs',
  'US ssn': 'the other wants its hyphens where they belong, and takes well-known samples',
  'VN mst': 'the other takes the serial number zero',
}

async function compare(): Promise<void> {
  const { stdnum } = createRequire(import.meta.url)('stdnum') as {
    stdnum: Readonly<Record<string, object>>
  }
  const keys = Object.entries(stdnum).flatMap(([country, kinds]) =>
    Object.keys(kinds).map((kind) => `${country} ${kind}`),
  )
  const theirs = python(SCRIPT, keys) as Readonly<Record<string, readonly [string, boolean][]>>
  const { same, close } = comparison(`tax-id-validate: ${Object.keys(theirs).length} kinds`)
  for (const [key, cases] of Object.entries(theirs)) {
    const [countryCode = '', kind] = key.split(' ')
    for (const [id, right] of cases) {
      const { valid } = await answer(taxId, { id, countryCode, kind })
      const isZero = /^\D*[0\s./-]+\D*$/.test(id)
      if (valid !== right && !isZero && KNOWN[key] === undefined) same([key, id], valid, right)
      else if (KNOWN[key] === undefined) same(key, true, true)
    }
  }
  close()
  for (const [key, why] of Object.entries(KNOWN)) write(`  ${key} not compared: ${why}`)
}

if (has('python3', '-c', 'import stdnum')) await compare()
else write('python-stdnum is not installed')
