import fc from 'fast-check'
import bitwise from '../../src/goods/tools/math/arithmetic/bitwise.ts'
import baseConvert from '../../src/goods/tools/math/arithmetic/base-convert.ts'
import combinatorics from '../../src/goods/tools/math/arithmetic/combinatorics.ts'
import gcdLcm from '../../src/goods/tools/math/arithmetic/gcd-lcm.ts'
import modArithmetic from '../../src/goods/tools/math/arithmetic/mod-arithmetic.ts'
import percentage from '../../src/goods/tools/math/arithmetic/percentage.ts'
import primes from '../../src/goods/tools/math/arithmetic/primes.ts'
import round from '../../src/goods/tools/math/arithmetic/round.ts'
import annuity from '../../src/goods/tools/math/finance/annuity.ts'
import compoundInterest from '../../src/goods/tools/math/finance/compound-interest.ts'
import loanPayment from '../../src/goods/tools/math/finance/loan-payment.ts'
import npvIrr from '../../src/goods/tools/math/finance/npv-irr.ts'
import type { ToolSpec } from '../../src/base/core/tool.ts'
import { answer, comparison, has, python, write } from './_compare.ts'

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const DIGITS = '0123456789'.split('')
const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 1, maxLength })
const decimalText = fc
  .tuple(fc.constantFrom('', '-'), digits(12), digits(12))
  .map(([sign, front, part]) => `${sign}${front}.${part}`)
const integerText = (maxLength: number) => digits(maxLength).map((text) => String(BigInt(text)))

/** Each case is an input of the tool; the script gets all of them and prints as many answers. */
async function compare(
  name: string,
  tool: ToolSpec,
  cases: readonly object[],
  script: string,
  pick: (told: Record<string, unknown>) => unknown,
): Promise<void> {
  const { same, close } = comparison(name)
  const theirs = python(script, cases) as readonly unknown[]
  for (const [at, input] of cases.entries())
    same(input, pick(await answer(tool, input)), theirs[at])
  close()
}

const ROUNDING = `from decimal import *
getcontext().prec=200
M={'half-even':ROUND_HALF_EVEN,'half-up':ROUND_HALF_UP,'half-down':ROUND_HALF_DOWN,'up':ROUND_UP,'down':ROUND_DOWN,'ceil':ROUND_CEILING,'floor':ROUND_FLOOR}
def text(d):
    t=format(d,'f')
    return t.lstrip('-') if d==0 else t
`

async function compareDecimals(): Promise<void> {
  const mode = fc.constantFrom('half-even', 'half-up', 'half-down', 'up', 'down', 'ceil', 'floor')
  const half = fc.tuple(digits(6), digits(3)).map(([front, part]) => `${front}.${part}5`)
  const input = fc.record({
    values: fc.array(fc.oneof(decimalText, half), { minLength: 1, maxLength: 3 }),
    decimals: fc.integer({ min: 0, max: 6 }),
    mode,
  })
  await compare(
    'round with Python decimal',
    round,
    samples(input, 500),
    `${ROUNDING}
out=[]
for c in data:
    r=[Decimal(v).quantize(Decimal(1).scaleb(-c['decimals']),rounding=M[c['mode']]) for v in c['values']]
    e=sum(r)-sum(map(Decimal,c['values']))
    out.append([[text(x) for x in r], text(sum(r)), str(e.normalize()+0) if e else '0'])
print(json.dumps([[a,b,format(Decimal(c),'f')] for a,b,c in out]))`,
    ({ values, sum, errorSum }) => [values, sum, errorSum],
  )
  const percent = fc.record({
    op: fc.constantFrom('of', 'isWhatPct', 'change', 'increase', 'decrease', 'reverse', 'points'),
    a: decimalText.filter((text) => Number(text) !== 0),
    b: decimalText.filter((text) => Number(text) !== 0 && Number(text) !== -100),
  })
  await compare(
    'percentage with Python fractions',
    percentage,
    samples(percent, 300),
    `from fractions import Fraction as F
from decimal import *
getcontext().prec=34
def f(op,a,b):
    return {'of':a*b/100,'isWhatPct':100*a/b,'change':(b-a)*100/abs(a),'increase':a*(1+b/100),'decrease':a*(1-b/100),'reverse':a/(1+b/100),'points':b-a}[op]
out=[]
for c in data:
    v=f(c['op'],F(c['a']),F(c['b']))
    t=format(Decimal(v.numerator)/Decimal(v.denominator) if v else Decimal(0),'f')
    out.append((t.rstrip('0').rstrip('.') if '.' in t else t))
print(json.dumps(out))`,
    ({ exact }) => exact,
  )
}

async function compareIntegers(): Promise<void> {
  const base = fc.record({
    value: integerText(60),
    from: fc.constant(10),
    to: fc.integer({ min: 2, max: 36 }),
  })
  await compare(
    'base-convert with Python int',
    baseConvert,
    samples(base, 150),
    `def w(n,b):
    s=''
    while n: s='0123456789abcdefghijklmnopqrstuvwxyz'[n%b]+s; n//=b
    return s or '0'
out=[]
for c in data:
    n=int(c['value']); t=w(n,c['to']); assert int(t,c['to'])==n
    out.append([t,n.bit_length()])
print(json.dumps(out))`,
    ({ value, bits }) => [value, bits],
  )
  const word = fc.record({
    op: fc.constantFrom('and', 'or', 'xor', 'shl', 'shr', 'rotl', 'rotr'),
    a: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
    b: fc.bigInt(0n, 2n ** 6n - 1n).map(String),
    widthBits: fc.constant(64),
  })
  await compare(
    'bitwise with Python int',
    bitwise,
    samples(word, 150),
    `W=64; K=2**W-1
def f(o,a,b):
    r=b%W
    return {'and':a&b,'or':a|b,'xor':a^b,'shl':(a<<b)&K,'shr':a>>b,'rotl':((a<<r)|(a>>(W-r)))&K,'rotr':((a>>r)|(a<<(W-r)))&K}[o]
out=[]
for c in data:
    v=f(c['op'],int(c['a']),int(c['b'])); out.append([str(v),bin(v).count('1')])
print(json.dumps(out))`,
    ({ decimal, ones }) => [decimal, ones],
  )
  const lists = fc.record({ values: fc.array(integerText(30), { minLength: 2, maxLength: 6 }) })
  await compare(
    'gcd-lcm with Python math',
    gcdLcm,
    samples(lists, 150),
    `import math
print(json.dumps([[str(math.gcd(*map(int,c['values']))),str(math.lcm(*map(int,c['values'])))] for c in data]))`,
    ({ gcd, lcm }) => [gcd, lcm],
  )
  const counts = fc.record({
    op: fc.constantFrom('factorial', 'permutations', 'combinations', 'withRepetition', 'catalan'),
    n: fc.integer({ min: 1, max: 200 }),
    k: fc.integer({ min: 0, max: 200 }),
  })
  await compare(
    'combinatorics with Python math',
    combinatorics,
    samples(counts, 150),
    `from math import *
def f(o,n,k):
    return {'factorial':factorial(n),'permutations':perm(n,k),'combinations':comb(n,k),'withRepetition':comb(n+k-1,k),'catalan':comb(2*n,n)//(n+1)}[o]
print(json.dumps([str(f(c['op'],c['n'],c['k'])) for c in data]))`,
    ({ value }) => value,
  )
}

async function compareNumberTheory(): Promise<void> {
  const modular = fc.record({
    op: fc.constantFrom('power', 'inverse', 'multiply', 'subtract'),
    a: integerText(40),
    b: integerText(20),
    m: integerText(40).filter((text) => text !== '0'),
  })
  await compare(
    'mod-arithmetic with Python pow',
    modArithmetic,
    samples(modular, 200),
    `def f(o,a,b,m):
    try: return str({'power':lambda:pow(a,b,m),'inverse':lambda:pow(a,-1,m),'multiply':lambda:a*b%m,'subtract':lambda:(a-b)%m}[o]())
    except ValueError: return None
print(json.dumps([f(c['op'],int(c['a']),int(c['b']),int(c['m'])) for c in data]))`,
    ({ result }) => result,
  )
  const factorize = fc.record({ op: fc.constant('factorize'), n: fc.integer({ min: 1, max: 2e9 }) })
  await compare(
    'primes with trial division',
    primes,
    samples(factorize, 150),
    `def f(n):
    r={}; d=2
    while d*d<=n:
        while n%d==0: r[d]=r.get(d,0)+1; n//=d
        d+=1
    if n>1: r[n]=r.get(n,0)+1
    return [{'prime':str(k),'exponent':v} for k,v in sorted(r.items())]
print(json.dumps([f(c['n']) for c in data]))`,
    ({ factors }) => factors,
  )
}

const MONEY = `from mpmath import mp, mpf
from decimal import *
mp.dps=60; getcontext().prec=60
def cents(x): return str(Decimal(mp.nstr(x,45,strip_zeros=False,min_fixed=-99,max_fixed=99)).quantize(Decimal('0.01'),rounding=ROUND_HALF_EVEN))
`

async function compareMoney(): Promise<void> {
  const amount = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2))
  const rate = fc.integer({ min: 1, max: 3_000 }).map((points) => (points / 100).toFixed(2))
  const years = fc.integer({ min: 1, max: 40 })
  await compare(
    'loan-payment with mpmath',
    loanPayment,
    samples(fc.record({ principal: amount, annualRatePct: rate, years }), 150),
    `${MONEY}
print(json.dumps([cents(mpf(c['principal'])*(i:=mpf(c['annualRatePct'])/1200)/(1-(1+i)**(-12*c['years']))) for c in data]))`,
    ({ payment }) => payment,
  )
  await compare(
    'compound-interest with mpmath',
    compoundInterest,
    samples(
      fc.record({ principal: amount, annualRatePct: rate, years, contribution: amount }),
      150,
    ),
    `${MONEY}
print(json.dumps([cents(mpf(c['principal'])*(g:=(1+(i:=mpf(c['annualRatePct'])/1200))**(12*c['years']))+mpf(c['contribution'])*(g-1)/i) for c in data]))`,
    ({ futureValue }) => futureValue,
  )
  const growing = fc.record({
    payment: amount,
    ratePct: rate,
    periods: fc.integer({ min: 1, max: 200 }),
    growthPct: fc.constantFrom('0', '0.005', '3.005'),
    due: fc.boolean(),
  })
  await compare(
    'annuity with mpmath sums',
    annuity,
    samples(growing, 100),
    `${MONEY}
def f(c):
    r=mpf(c['ratePct'])/100; g=mpf(c['growthPct'])/100; s=0 if c['due'] else 1
    return cents(sum(mpf(c['payment'])*(1+g)**k/(1+r)**(k+s) for k in range(c['periods'])))
print(json.dumps([f(c) for c in data]))`,
    ({ presentValue }) => presentValue,
  )
  const flows = fc
    .array(fc.integer({ min: 1, max: 900 }), { minLength: 3, maxLength: 10 })
    .map((income) => ({ cashflows: [-1000, ...income], ratePct: 7 }))
  const cases = samples(flows, 100)
  const { same, close } = comparison('npv-irr with SciPy brentq, to 1e-10')
  const theirs = python(
    `from scipy.optimize import brentq
def npv(r,f): return sum(v/(1+r)**t for t,v in enumerate(f))
out=[]
for c in data:
    f=c['cashflows']
    try: irr=brentq(npv,-0.999,10,args=(f,),xtol=1e-15,rtol=1e-14)*100
    except ValueError: irr=None
    out.append([npv(.07,f), irr])
print(json.dumps(out))`,
    cases,
  ) as readonly (readonly [number, number | null])[]
  for (const [at, input] of cases.entries()) {
    const { npv, irrPct } = await answer(npvIrr, input)
    const [worth, rate] = theirs[at] ?? [0, null]
    same(
      { input, npv, irrPct, worth, rate },
      [isNear(npv, worth), isNear(irrPct, rate)],
      [true, true],
    )
  }
  close()
}

const isNear = (ours: unknown, theirs: number | null): boolean =>
  ours === theirs ||
  Math.abs(Number(ours) - Number(theirs)) <= 1e-10 * Math.max(1, Math.abs(Number(theirs)))

if (has('python3', '-c', 'import mpmath, scipy')) {
  await compareDecimals()
  await compareIntegers()
  await compareNumberTheory()
  await compareMoney()
} else write('python3 with mpmath and scipy is not installed: nothing compared')
