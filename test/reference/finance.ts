import fc from 'fast-check'
import amortization from '../../src/goods/tools/math/finance/amortization.ts'
import annuity from '../../src/goods/tools/math/finance/annuity.ts'
import compoundInterest from '../../src/goods/tools/math/finance/compound-interest.ts'
import dcf from '../../src/goods/tools/math/finance/dcf.ts'
import debtPayoff from '../../src/goods/tools/math/finance/debt-payoff.ts'
import effectiveRate from '../../src/goods/tools/math/finance/effective-rate.ts'
import loanPayment from '../../src/goods/tools/math/finance/loan-payment.ts'
import npvIrr from '../../src/goods/tools/math/finance/npv-irr.ts'
import { compareNear, has, write } from './_compare.ts'

/**
 * Loans, savings and flows against what they mean, summed payment by payment with fifty digits by
 * mpmath, and against QuantLib. What is not installed is said and left out.
 */

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100)
const amount = hundredths(1, 2_000_000)
const rate = fc.oneof(hundredths(0.01, 30), hundredths(0.01, 300), fc.constant(0))
/** Of rates at which a rounded instalment does not change how long a loan takes. */
const modest = fc.oneof(hundredths(0.01, 9), fc.constant(0))
const years = fc.integer({ min: 1, max: 40 })
const perYear = fc.constantFrom(1, 2, 4, 12, 26, 52)
/** Of eight decimals, so that rounding hides nothing. */
const decimals = fc.constant(8)

type Told = Record<string, unknown>
const numbers = (names: readonly string[]) => (told: Told) =>
  names.map((name) => (told[name] === null ? null : Number(told[name])))

/** By the meaning of each: no closed forms, but sums of what each payment is worth. */
const FINANCIAL = `from mpmath import mp, mpf
mp.dps=50
def worths(i,n):
    v=1/(1+mpf(i)); w=mpf(1); out=[]
    for _ in range(n): w*=v; out.append(w)
    return out
def pay(i,n,principal): return mpf(principal)/sum(worths(i,n))
def rates(f,low,high):
    a,b=mpf(low),mpf(high); fa=f(a)
    for _ in range(160):
        m=(a+b)/2; fm=f(m)
        if (fm>0)==(fa>0): a,fa=m,fm
        else: b=m
    return (a+b)/2
def val(r,flows):
    w=mpf(1); v=1/(1+mpf(r)); t=mpf(0)
    for x in flows: t+=x*w; w*=v
    return t
out=[]
for c in data:
    i=mpf(str(c.get('annualRatePct',0)))/100/c.get('perYear',12); n=round(c.get('years',1)*c.get('perYear',12))
    `
const ANSWERS = `
print(json.dumps(out))`

async function compareLoans(): Promise<void> {
  const loan = { annualRatePct: rate, years, perYear, decimals }
  await compareNear(
    'loan-payment, the payment, with mpmath',
    loanPayment,
    samples(
      fc.record({ ...loan, principal: hundredths(100, 900_000), annualRatePct: modest }),
      400,
    ),
    `${FINANCIAL}p=pay(i,n,c['principal']); out.append([float(p),float(p*n)])${ANSWERS}`,
    numbers(['payment', 'totalPaid']),
    1e-9,
    1e-4,
  )
  await compareNear(
    'loan-payment, the principal, with mpmath',
    loanPayment,
    samples(fc.record({ payment: amount, ...loan, solveFor: fc.constant('principal') }), 300),
    `${FINANCIAL}out.append([float(c['payment']*sum(worths(i,n)))])${ANSWERS}`,
    numbers(['solved']),
    1e-9,
    1e-6,
  )
  const share = fc.integer({ min: 1, max: 400 })
  const term = fc.record({ principal: amount, share, annualRatePct: rate, perYear, decimals })
  await compareNear(
    'loan-payment, the term, with mpmath',
    loanPayment,
    samples(term, 300).map(({ share: parts, ...one }) => ({
      ...one,
      solveFor: 'years',
      // Above the interest of a period, so that the loan ends.
      payment: (one.principal * (one.annualRatePct / 100 / one.perYear + 1 / parts)).toFixed(4),
    })),
    `${FINANCIAL}m=mpf(c['payment'])
    out.append([float((rates(lambda k:m*(1-(1+i)**-k)/i-c['principal'],0,10**6) if i else c['principal']/m)/c['perYear'])])${ANSWERS}`,
    numbers(['solved']),
    1e-7,
  )
  await compareNear(
    'loan-payment, the rate, with mpmath',
    loanPayment,
    samples(
      fc.record({
        principal: hundredths(100, 90_000),
        annualRatePct: hundredths(0.5, 60),
        years,
        perYear,
      }),
      300,
    ).map(({ annualRatePct, ...one }) => {
      const [i, n] = [annualRatePct / 100 / one.perYear, one.years * one.perYear]
      const payment = ((one.principal * i) / (1 - (1 + i) ** -n)).toFixed(8)
      return { ...one, payment, solveFor: 'rate', decimals: 8 }
    }),
    `${FINANCIAL}m=mpf(c['payment'])
    out.append([float(rates(lambda r:m*sum(worths(r,n))-c['principal'],'1e-9',1)*100*c['perYear'])])${ANSWERS}`,
    numbers(['solved']),
    1e-6,
    1e-6,
  )
}

async function compareSchedules(): Promise<void> {
  const plan = fc.record({
    principal: hundredths(100, 900_000),
    annualRatePct: modest,
    years,
    decimals,
    limit: fc.constant(1_200),
  })
  await compareNear(
    'amortization with mpmath, each row',
    amortization,
    samples(plan, 250),
    `${FINANCIAL}p=pay(i,n,c['principal']); left=mpf(c['principal']); a=[]; b=[]
    for _ in range(n):
        x=left*i; a.append(x); b.append(p-x); left-=p-x
    out.append([[float(x) for x in a],[float(x) for x in b],float(sum(a))])${ANSWERS}`,
    ({ schedule, totalInterest }) => {
      const rows = schedule as { interest: string; principal: string }[]
      return [
        rows.map(({ interest }) => Number(interest)),
        rows.map(({ principal }) => Number(principal)),
        Number(totalInterest),
      ]
    },
    1e-8,
    1e-3,
  )
}

async function compareSavings(): Promise<void> {
  await compareNear(
    'compound-interest with mpmath',
    compoundInterest,
    samples(
      fc.record({
        principal: amount,
        annualRatePct: rate,
        years,
        perYear,
        contribution: amount,
        decimals,
      }),
      300,
    ),
    `${FINANCIAL}b=mpf(c['principal'])
    for _ in range(n): b=b*(1+i)+c['contribution']
    out.append([float(b)])${ANSWERS}`,
    numbers(['futureValue']),
    1e-9,
  )
  await compareNear(
    'annuity with mpmath',
    annuity,
    samples(
      fc.record({
        payment: amount,
        ratePct: rate,
        periods: fc.integer({ min: 1, max: 400 }),
        due: fc.boolean(),
        decimals,
      }),
      300,
    ),
    `${FINANCIAL}i=mpf(str(c['ratePct']))/100; k=c['periods']; s=c['payment']*sum(worths(i,k))*(1+i if c['due'] else 1)
    out.append([float(s),float(s*(1+i)**k)])${ANSWERS}`,
    numbers(['presentValue', 'futureValue']),
    1e-9,
    1e-6,
  )
}

async function compareValues(): Promise<void> {
  const flow = fc.integer({ min: -50_000, max: 200_000 })
  const company = fc.record({
    cashflows: fc.array(flow, { minLength: 1, maxLength: 20 }),
    discountPct: hundredths(5, 40),
    terminalGrowthPct: hundredths(-5, 4),
    netDebt: fc.integer({ min: -50_000, max: 50_000 }),
    shares: fc.integer({ min: 1, max: 1_000 }),
  })
  await compareNear(
    'dcf with mpmath',
    dcf,
    samples(company, 300),
    `${FINANCIAL}r=c['discountPct']/100; g=c['terminalGrowthPct']/100; f=c['cashflows']
    t=f[-1]*(1+g)/(r-g); v=float(val(r,[0,*f[:-1],f[-1]+t])); e=v-c['netDebt']
    out.append([v,e,e/c['shares'],t])${ANSWERS}`,
    numbers(['enterpriseValue', 'equityValue', 'perShare', 'terminalValue']),
    1e-9,
    1e-5,
  )
}

async function compareRates(): Promise<void> {
  await compareNear(
    'effective-rate with QuantLib',
    effectiveRate,
    samples(
      fc.record({
        nominalPct: hundredths(1, 100),
        perYear: fc.constantFrom(1, 2, 4, 12, 26, 52, 365),
      }),
      300,
    ),
    `import QuantLib as q
F={1:q.Annual,2:q.Semiannual,4:q.Quarterly,12:q.Monthly,26:q.Biweekly,52:q.Weekly,365:q.Daily}
out=[]
for c in data:
    r=q.InterestRate(c['nominalPct']/100,q.Thirty360(q.Thirty360.BondBasis),q.Compounded,F[c['perYear']])
    out.append([r.equivalentRate(q.Compounded,q.Annual,1).rate()*100])${ANSWERS}`,
    numbers(['effectivePct']),
    1e-10,
  )
  await compareNear(
    'effective-rate, the APR with fees, with mpmath',
    effectiveRate,
    samples(
      fc.record({
        nominalPct: hundredths(1, 30),
        perYear: fc.constantFrom(4, 12),
        principal: hundredths(1_000, 90_000),
        feePct: hundredths(0.1, 8),
        years,
      }),
      300,
    ).map(({ feePct, ...one }) => ({ ...one, fees: Math.round(one.principal * feePct) / 100 })),
    `${FINANCIAL}i=mpf(str(c['nominalPct']))/100/c['perYear']; p=pay(i,n,c['principal'])
    out.append([float(rates(lambda r:p*sum(worths(r,n))-(c['principal']-c['fees']),'1e-9',1)*100*c['perYear'])])${ANSWERS}`,
    numbers(['aprPct']),
    1e-8,
  )
}

async function compareFlows(): Promise<void> {
  const income = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 2, maxLength: 15 })
  const pct = hundredths(-20, 60)
  const invested = fc.record({ income, ratePct: pct, financePct: pct, reinvestPct: pct })
  const regular = samples(invested, 400)
    .filter(({ income: all }) => all.some((one) => one > 0))
    .map(({ income: all, ...one }) => ({ ...one, cashflows: [-1_000, ...all] }))
  await compareNear(
    'npv-irr with mpmath',
    npvIrr,
    regular,
    `${FINANCIAL}f=c['cashflows']; k=len(f)-1; g=lambda r:val(r,f)
    r=float(rates(g,'-0.999',10)*100) if g('-0.999')>0>g(10) else None
    q=mpf(str(c['reinvestPct']))/100; e=sum(x*(1+q)**(k-t) for t,x in enumerate(f) if x>0)
    out.append([float(val(c['ratePct']/100,f)),r,float((e/1000)**(mpf(1)/k)-1)*100])${ANSWERS}`,
    numbers(['npv', 'irrPct', 'mirrPct']),
    1e-8,
    1e-8,
  )
  const gap = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 15, maxLength: 15 })
  const dated = samples(fc.tuple(income, gap, pct), 400)
    .map(([all, gaps, ratePct]) => {
      let day = Date.UTC(2019, 10, 30)
      const dates = [0, ...gaps.map((days) => days + 1)].map((days) => {
        day += days * 86_400_000
        return new Date(day).toISOString().slice(0, 10)
      })
      return { cashflows: [-1_000, ...all], dates: dates.slice(0, all.length + 1), ratePct }
    })
    .filter(({ cashflows }) => cashflows.some((one) => one > 0))
  await compareNear(
    'npv-irr with dates, with QuantLib and SciPy',
    npvIrr,
    dated,
    `import QuantLib as q
from scipy.optimize import brentq
dc=q.Actual365Fixed(); out=[]
for c in data:
    D=[q.DateParser.parseISO(d) for d in c['dates']]; q.Settings.instance().evaluationDate=D[0]
    leg=[q.SimpleCashFlow(float(a),d) for a,d in zip(c['cashflows'][1:],D[1:])]
    n=q.CashFlows.npv(leg,q.InterestRate(c['ratePct']/100,dc,q.Compounded,q.Annual),True,D[0],D[0])-1000
    f=lambda r:q.CashFlows.npv(leg,q.InterestRate(r,dc,q.Compounded,q.Annual),True,D[0],D[0])-1000
    r=brentq(f,-.999,10,xtol=1e-15,rtol=1e-14)*100 if f(-.999)>0>f(10) else None
    out.append([n,r])${ANSWERS}`,
    numbers(['npv', 'irrPct']),
    1e-7,
    1e-7,
  )
}

/** As a bank books it: each month's interest is rounded, half a cent to the even one. */
const BOOKED = `from fractions import Fraction as F
from decimal import *
getcontext().prec=200
def cents(f): return F((Decimal(f.numerator)/Decimal(f.denominator)).quantize(Decimal('0.01'),rounding=ROUND_HALF_EVEN))
out=[]
for c in data:
    i=F(str(c['annualRatePct']))/1200; n=c['years']*12; left=F(str(c['principal'])); rows=[]
    p=cents(left*i/(1-(1+i)**-n) if i else left/n)+cents(F(str(c['extraPayment'])))
    while left>0 and len(rows)<n:
        interest=cents(left*i); paid=min(p,left+interest)
        if len(rows)==n-1: paid=left+interest
        left=left+interest-paid; rows.append([float(paid),float(interest),float(left)])
    out.append([rows,float(sum(F(str(r[1])) for r in rows))])
print(json.dumps(out))`

async function compareBooked(): Promise<void> {
  const loan = fc.record({
    principal: fc.integer({ min: 1, max: 9_000 }).map((value) => value * 6),
    annualRatePct: fc.oneof(fc.integer({ min: 1, max: 20 }), hundredths(0.25, 12)),
    years: fc.integer({ min: 1, max: 15 }),
    extraPayment: fc.constantFrom(0, 25.5),
    limit: fc.constant(1_200),
  })
  await compareNear(
    'amortization with Python fractions, each row to the cent',
    amortization,
    samples(loan, 300),
    BOOKED,
    ({ schedule, totalInterest }) => [
      (schedule as { payment: string; interest: string; balance: string }[]).map((row) =>
        [row.payment, row.interest, row.balance].map(Number),
      ),
      Number(totalInterest),
    ],
    1e-12,
    1e-9,
  )
}

/** Written down once more, in another language and with its own decimals. */
const DEBTS = `from decimal import *
getcontext().prec=60
def cents(x): return x.quantize(Decimal('0.01'),rounding=ROUND_HALF_EVEN)
def run(c,by):
    left={d['name']:Decimal(str(d['balance'])) for d in c['debts']}; D={d['name']:d for d in c['debts']}
    month=0; total=Decimal(0); order=[]
    while any(left.values()):
        month+=1
        if month>1200: return None
        open_=[n for n in left if left[n]>0]; money=Decimal(str(c['budget']))
        for n in open_:
            interest=cents(left[n]*Decimal(str(D[n]['annualRatePct']))/1200); left[n]+=interest; total+=interest
        for n in open_:
            paid=min(Decimal(str(D[n]['minPayment'])),left[n],money); left[n]-=paid; money-=paid
        key=(lambda n:(-D[n]['annualRatePct'],left[n])) if by=='avalanche' else (lambda n:(left[n],-D[n]['annualRatePct']))
        for n in sorted(open_,key=key):
            paid=min(left[n],money); left[n]-=paid; money-=paid
        order+=[n for n in open_ if left[n]==0]
    return [month,str(cents(total)),order]
print(json.dumps([run(c,c['strategy']) for c in data]))`

async function compareDebts(): Promise<void> {
  const one = fc.record({
    balance: hundredths(50, 20_000),
    annualRatePct: hundredths(0, 35),
    minPayment: hundredths(10, 80),
  })
  const cases = samples(
    fc.tuple(
      fc.array(one, { minLength: 1, maxLength: 6 }),
      hundredths(50, 3_000),
      fc.constantFrom('avalanche', 'snowball'),
    ),
    300,
  ).map(([debts, more, strategy]) => ({
    debts: debts.map((debt, at) => ({ name: `debt ${at}`, ...debt })),
    budget: Number((debts.reduce((sum, { minPayment }) => sum + minPayment, 0) + more).toFixed(2)),
    strategy,
  }))
  await compareNear(
    'debt-payoff with a plan in Python',
    debtPayoff,
    cases,
    DEBTS,
    ({ months, totalInterest, order }) =>
      months === undefined ? null : [months, totalInterest, order],
  )
}

if (has('python3', '-c', 'import mpmath, QuantLib')) {
  await compareLoans()
  await compareSchedules()
  await compareSavings()
  await compareValues()
  await compareRates()
  await compareFlows()
} else
  write(
    'python3-mpmath and quantlib-python are not installed: no loans, savings and flows compared',
  )
if (has('python3', '--version')) {
  await compareBooked()
  await compareDebts()
}
