import fc from 'fast-check'
import bond from '../../src/goods/tools/math/finance/bond.ts'
import optionPrice from '../../src/goods/tools/math/finance/option-price.ts'
import portfolio from '../../src/goods/tools/math/finance/portfolio.ts'
import returnMetrics from '../../src/goods/tools/math/finance/return-metrics.ts'
import { compareNear, has, write } from './_compare.ts'

/** Bonds, options and portfolios against QuantLib, cvxopt, SciPy and NumPy. */

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100)

type Told = Record<string, unknown>
const numbers = (names: readonly string[]) => (told: Told) =>
  names.map((name) => (told[name] === null ? null : Number(told[name])))

const ANSWERS = `
print(json.dumps(out))`

/** Coupons on the fifteenth by months of thirty days, so that a share of a year is months / 12. */
const BOND = `import QuantLib as q
dc=q.Thirty360(q.Thirty360.BondBasis); F={1:q.Annual,2:q.Semiannual,4:q.Quarterly,12:q.Monthly}
def made(c):
    end=q.Date(15,6,2060); start=q.NullCalendar().advance(end,-round(c['years']*12),q.Months)
    q.Settings.instance().evaluationDate=start
    first=q.NullCalendar().advance(start,-1,q.Years)
    s=q.Schedule(first,end,q.Period(F[c['perYear']]),q.NullCalendar(),q.Unadjusted,q.Unadjusted,q.DateGeneration.Backward,False)
    b=q.FixedRateBond(0,c['face'],s,[c['couponPct']/100],dc)
    return b,F[c['perYear']],start
out=[]
for c in data:
    b,f,start=made(c)
    if 'price' in c: y=b.bondYield(c['price']*100/c['face'],dc,q.Compounded,f,start,1e-15,1000)
    else: y=c['yieldPct']/100
    if y<-.5: out.append(None); continue
    r=q.InterestRate(y,dc,q.Compounded,f); B=q.BondFunctions
    clean=B.cleanPrice(b,r,start)*c['face']/100; accrued=b.accruedAmount(start)*c['face']/100
    modified=B.duration(b,r,q.Duration.Modified,start)
    out.append([clean,y*100,B.duration(b,r,q.Duration.Macaulay,start),modified,B.convexity(b,r,start),accrued,modified*(clean+accrued)/c['face']/100])
print(json.dumps(out))`
const BOND_NAMES = [
  'price',
  'yieldPct',
  'macaulayYears',
  'modifiedYears',
  'convexity',
  'accrued',
  'dv01',
]

async function compareBonds(): Promise<void> {
  const paper = {
    face: fc.constantFrom(100, 1_000, 50_000),
    couponPct: fc.oneof(hundredths(0, 15), fc.constant(0)),
    perYear: fc.constantFrom(1, 2, 4, 12),
    months: fc.integer({ min: 1, max: 480 }),
  }
  const inYears = <One extends { months: number }>({ months, ...one }: One) => ({
    ...one,
    years: months / 12,
  })
  await compareNear(
    'bond, price and sensitivities, with QuantLib',
    bond,
    samples(fc.record({ ...paper, yieldPct: hundredths(-2, 30) }), 500).map(inYears),
    BOND,
    numbers(BOND_NAMES),
    1e-8,
    1e-9,
  )
  await compareNear(
    'bond, yield and sensitivities, with QuantLib',
    bond,
    samples(fc.record({ ...paper, share: hundredths(0.6, 1.4) }), 400)
      .map(inYears)
      .map(({ share, ...one }) => ({ ...one, price: one.face * share }))
      // Beyond what QuantLib finds, or we say.
      .filter(({ years: left, perYear: often }) => left * often >= 1),
    BOND,
    numbers(BOND_NAMES),
    1e-6,
    1e-7,
  )
}

const OPTION = `import QuantLib as q
day=q.Date(2,1,2026); q.Settings.instance().evaluationDate=day; dc=q.Actual365Fixed()
def flat(v): return q.YieldTermStructureHandle(q.FlatForward(day,v,dc,q.Continuous))
def process(c,vol):
    v=q.BlackVolTermStructureHandle(q.BlackConstantVol(day,q.NullCalendar(),vol,dc))
    return q.BlackScholesMertonProcess(q.QuoteHandle(q.SimpleQuote(c['spot'])),flat(c['dividendPct']/100),flat(c['ratePct']/100),v)
def option(c):
    end=day+round(c['years']*365); pay=q.PlainVanillaPayoff(q.Option.Call if c['kind']=='call' else q.Option.Put,c['strike'])
    return q.VanillaOption(pay,q.AmericanExercise(day,end) if c['style']=='american' else q.EuropeanExercise(end))
out=[]
for c in data:
    o=option(c)
    `

async function compareOptions(): Promise<void> {
  const contract = {
    kind: fc.constantFrom('call', 'put'),
    spot: hundredths(20, 200),
    strike: hundredths(20, 200),
    years: fc.integer({ min: 10, max: 1_500 }).map((days) => days / 365),
    ratePct: hundredths(-1, 12),
    dividendPct: hundredths(0, 8),
    volatilityPct: hundredths(5, 90),
  }
  const european = fc.record({ ...contract, style: fc.constant('european') })
  await compareNear(
    'option-price, european with greeks, with QuantLib',
    optionPrice,
    samples(european, 500),
    `${OPTION}o.setPricingEngine(q.AnalyticEuropeanEngine(process(c,c['volatilityPct']/100)))
    out.append([o.NPV(),o.delta(),o.gamma(),o.theta()/365,o.vega()/100,o.rho()/100])${ANSWERS}`,
    numbers(['price', 'delta', 'gamma', 'theta', 'vega', 'rho']),
    1e-8,
    1e-9,
  )
  await compareNear(
    // Its own tree of Leisen and Reimer falls below the European price in some of these.
    'option-price, american, with finite differences of QuantLib',
    optionPrice,
    samples(
      fc.record({ ...contract, style: fc.constant('american'), steps: fc.constant(801) }),
      300,
    ),
    `${OPTION}o.setPricingEngine(q.FdBlackScholesVanillaEngine(process(c,c['volatilityPct']/100),400,800))
    out.append([o.NPV()])${ANSWERS}`,
    numbers(['price']),
    2e-3,
    5e-3,
  )
  await compareNear(
    'option-price, implied volatility, with QuantLib',
    optionPrice,
    samples(
      fc.record({
        ...contract,
        strike: hundredths(80, 120),
        spot: hundredths(80, 120),
        style: fc.constant('european'),
      }),
      300,
    )
      .map(({ volatilityPct, ...one }) => ({
        ...one,
        marketPrice: marketPrice(one, volatilityPct / 100),
      }))
      .filter(({ marketPrice: price }) => price > 0.5),
    `${OPTION}p=process(c,0.2)
    try: out.append([o.impliedVolatility(c['marketPrice'],p,1e-12,1000,1e-4,10)*100])
    except RuntimeError: out.append([None])${ANSWERS}`,
    numbers(['impliedVolatilityPct']),
    1e-6,
  )
}

/** A price that some volatility explains, roughly as the market makes it. */
function marketPrice(
  one: {
    kind: string
    spot: number
    strike: number
    years: number
    ratePct: number
    dividendPct: number
  },
  volatility: number,
): number {
  const forward = one.spot * Math.exp((-one.dividendPct / 100) * one.years)
  const paid = one.strike * Math.exp((-one.ratePct / 100) * one.years)
  const worth = Math.max(0, one.kind === 'call' ? forward - paid : paid - forward)
  const time = 0.4 * one.spot * volatility * Math.sqrt(one.years)
  return Number((worth + time * Math.exp(-worth / (time + 1))).toFixed(4))
}

async function comparePortfolios(): Promise<void> {
  const returns = fc
    .integer({ min: 2, max: 6 })
    .chain((assets) =>
      fc.array(fc.array(fc.integer({ min: -500, max: 520 }), { minLength: 24, maxLength: 24 }), {
        minLength: assets,
        maxLength: assets,
      }),
    )
    .map((rows) =>
      Object.fromEntries(rows.map((row, at) => [`asset${at}`, row.map((one) => one / 10_000)])),
    )
  const cases = samples(
    fc.record({
      returns,
      objective: fc.constantFrom('minVariance', 'maxSharpe', 'riskParity'),
      longOnly: fc.boolean(),
      riskFreePct: fc.constantFrom(0, -0.2),
    }),
    300,
  ).filter(({ returns: all, objective, riskFreePct }) => {
    if (objective !== 'maxSharpe') return true
    const means = Object.values(all).map((row) => row.reduce((sum, one) => sum + one, 0) / 24)
    return means.some((mean) => mean > riskFreePct / 100 + 1e-4)
  })
  await compareNear(
    'portfolio with cvxopt, NumPy and SciPy',
    portfolio,
    cases,
    `import numpy as np
from cvxopt import matrix, solvers
from scipy.optimize import brentq, minimize
solvers.options.update(show_progress=False,abstol=1e-14,reltol=1e-13,feastol=1e-13,maxiters=300)
out=[]
for c in data:
    R=np.array(list(c['returns'].values())); C=np.cov(R); m=R.mean(axis=1); e=m-c['riskFreePct']/100; n=len(m)
    o=c['objective']; s=np.trace(C)/n; K=C/s
    if o=='riskParity':
        y=minimize(lambda z:.5*np.exp(z)@K@np.exp(z)-z.sum(),np.zeros(n),jac=lambda z:np.exp(z)*(K@np.exp(z))-1,method='BFGS',options=dict(gtol=1e-12,maxiter=5000)).x
        w=np.exp(y)
    else:
        p=np.ones(n) if o=='minVariance' else e/abs(e).max()
        if c['longOnly']: w=np.array(solvers.qp(matrix(K),matrix(-p),matrix(-np.eye(n)),matrix(np.zeros(n)))['x']).ravel()
        else: w=np.linalg.solve(K,p)
    if w.sum()<=1e-9*abs(w).max(): out.append(None); continue
    w=w/w.sum(); v=np.sqrt(w@C@w)
    out.append([[float(x) for x in w],float(m@w*100),float(v*100),float(e@w/v)])
print(json.dumps(out))`,
    (told) =>
      told['weights'] === undefined
        ? null
        : [
            Object.values(told['weights'] as object),
            ...numbers(['returnPct', 'volatilityPct', 'sharpe'])(told),
          ],
    1e-4,
    1e-5,
  )
}

async function compareReturns(): Promise<void> {
  const series = fc.array(
    fc.integer({ min: -800, max: 820 }).map((one) => one / 10_000),
    {
      minLength: 40,
      maxLength: 40,
    },
  )
  await compareNear(
    'return-metrics with NumPy',
    returnMetrics,
    samples(
      fc.record({
        returns: series,
        benchmark: series,
        perYear: fc.constantFrom(12, 52, 252),
        riskFreePct: hundredths(0, 5),
      }),
      400,
    ),
    `import numpy as np
out=[]
for c in data:
    r=np.array(c['returns']); b=np.array(c['benchmark']); k=c['perYear']; f=c['riskFreePct']/100/k
    p=np.cumprod(1+r); t=p[-1]; g=t**(k/len(r))-1; top=np.maximum.accumulate(np.concatenate([[1],p]))[1:]
    d=float((1-p/top).max()); q=np.percentile(r,5); beta=np.cov(r,b)[0,1]/np.var(b,ddof=1)
    down=np.sqrt(np.mean(np.minimum(0,r-f)**2))
    out.append([float(x) for x in [(t-1)*100,g*100,r.std(ddof=1)*np.sqrt(k)*100,(r.mean()-f)/r.std(ddof=1)*np.sqrt(k),(r.mean()-f)/down*np.sqrt(k),g/d,d*100,-q*100,-r[r<=q].mean()*100,beta,(r.mean()-f-beta*(b.mean()-f))*k*100,(r>0).mean()*100]])
print(json.dumps(out))`,
    numbers([
      'totalPct',
      'cagrPct',
      'volatilityPct',
      'sharpe',
      'sortino',
      'calmar',
      'maxDrawdownPct',
      'var95Pct',
      'cvar95Pct',
      'beta',
      'alphaPct',
      'winRatePct',
    ]),
    1e-9,
    1e-9,
  )
}

if (has('python3', '-c', 'import QuantLib')) {
  await compareBonds()
  await compareOptions()
} else write('quantlib-python is not installed: no bonds and options compared')
if (has('python3', '-c', 'import cvxopt, scipy')) {
  await comparePortfolios()
  await compareReturns()
} else write('python3-cvxopt is not installed: no portfolios compared')
