import fc from 'fast-check'
import correlation from '../../src/goods/tools/math/statistics/correlation.ts'
import distribution from '../../src/goods/tools/math/statistics/distribution.ts'
import histogram from '../../src/goods/tools/math/statistics/histogram.ts'
import hypothesisTest from '../../src/goods/tools/math/statistics/hypothesis-test.ts'
import statsSummary from '../../src/goods/tools/math/statistics/stats-summary.ts'
import { compareNear, has, write } from './_compare.ts'

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const value = fc.integer({ min: -100_000, max: 100_000 }).map((units) => units / 128)
const coarse = fc.integer({ min: -9, max: 9 })
const listOf = (one: fc.Arbitrary<number>, minLength: number, maxLength: number) =>
  fc.array(one, { minLength, maxLength })
const apart = (minLength: number, maxLength: number) =>
  fc
    .uniqueArray(value, { minLength, maxLength, selector: Math.abs })
    .filter((list) => !list.includes(0))
const logScale = (low: number, high: number) =>
  fc
    .double({ min: Math.log(low), max: Math.log(high), noNaN: true })
    .map((power) => Number(Math.exp(power).toPrecision(8)))
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })

/** The incomplete beta and gamma integrals at 40 digits, by series of positive terms. */
const EXACT = `from mpmath import *
mp.dps=40
def ib(a,b,x):
    if x<=0: return mpf(0)
    if x>=1: return mpf(1)
    if x>(a+1)/(a+b+2): return None
    t=mpf(1);s=t;n=0
    while t>s*mpf(10)**-38: t*=(a+b+n)/(a+1+n)*x; s+=t; n+=1
    return exp(a*log(x)+b*log(1-x)-loggamma(a)-loggamma(b)+loggamma(a+b))/a*s
def beta2(a,b,x,y):
    p=ib(a,b,x)
    if p is not None: return p,1-p
    q=ib(b,a,y); return 1-q,q
def ga(a,x):
    if x<a+30 or x<60:
        mp.dps=40+int(x/2.3)+10
        t=mpf(1);s=t;n=1
        while t>s*mpf(10)**-mp.dps: t*=x/(a+n); s+=t;n+=1
        p=exp(a*log(x)-x-loggamma(a+1))*s; q=1-p; mp.dps=40
        return p,q
    q=gammainc(a,x,inf,regularized=True); return 1-q,q
def f(c):
    p={k:mpf(v) for k,v in c['params'].items()}; x=mpf(c['at']); n=c['name']
    if n=='normal': z=(x-p['mean'])/p['sd']; return npdf(z)/p['sd'],ncdf(z),ncdf(-z)
    if n=='t':
        d=p['df']; w=d+x*x; lo,hi=beta2(d/2,mpf(1)/2,d/w,x*x/w)
        pdf=exp(loggamma((d+1)/2)-loggamma(d/2))/sqrt(d*pi)*(1+x*x/d)**(-(d+1)/2)
        return (pdf,lo/2,1-lo/2) if x<0 else (pdf,1-lo/2,lo/2)
    if n=='f':
        a,b=p['df1'],p['df2']; w=a*x+b; lo,hi=beta2(a/2,b/2,a*x/w,b/w)
        return sqrt(exp(a*log(a*x)+b*log(b)-(a+b)*log(w)))/x/exp(loggamma(a/2)+loggamma(b/2)-loggamma((a+b)/2)),lo,hi
    if n=='beta':
        a,b=p['alpha'],p['beta']; lo,hi=beta2(a,b,x,1-x)
        return exp((a-1)*log(x)+(b-1)*log(1-x)-loggamma(a)-loggamma(b)+loggamma(a+b)),lo,hi
    if n in('gamma','chi2'):
        k,s=(p['shape'],p['scale']) if n=='gamma' else (p['df']/2,mpf(2)); lo,hi=ga(k,x/s)
        return exp((k-1)*log(x/s)-x/s-loggamma(k))/s,lo,hi
    if n=='lognormal': z=(log(x)-p['meanLog'])/p['sdLog']; return npdf(z)/p['sdLog']/x,ncdf(z),ncdf(-z)
    if n=='weibull':
        k,s=p['shape'],p['scale']; h=(x/s)**k; return k/s*(x/s)**(k-1)*exp(-h),-expm1(-h),exp(-h)
    if n=='exponential': r=p['rate']; return r*exp(-r*x),-expm1(-r*x),exp(-r*x)
    if n=='poisson': m=p['mean']; hi,lo=ga(x+1,m); return exp(x*log(m)-m-loggamma(x+1)),lo,hi
    if n=='binomial':
        N,q=p['n'],p['p']; pdf=binomial(N,x)*q**x*(1-q)**(N-x)
        if x>=N: return pdf,mpf(1),mpf(0)
        hi,lo=beta2(x+1,N-x,q,1-q); return pdf,lo,hi
    if n=='geometric': q=p['p']; return q*(1-q)**(x-1),1-(1-q)**x,(1-q)**x
    if n=='negative-binomial':
        r,q=p['successes'],p['p']; lo,hi=beta2(r,x+1,q,1-q)
        return exp(loggamma(r+x)-loggamma(r)-loggamma(x+1))*q**r*(1-q)**x,lo,hi
    N,K,D=(int(p[k]) for k in('population','successes','draws'))
    from math import comb
    all_=comb(N,D); t=[comb(K,k)*comb(N-K,D-k) if 0<=D-k<=N-K else 0 for k in range(min(K,D)+1)]; k=int(x)
    return mpf(t[k] if 0<=k<len(t) else 0)/all_,mpf(sum(t[:max(0,k+1)]))/all_,mpf(sum(t[max(0,k+1):]))/all_
print(json.dumps([[float(v) for v in f(c)] for c in data]))`

const positive = logScale(0.01, 200)
const wholeNumber = fc.integer({ min: 0, max: 400 })

const CASES: Readonly<Record<string, readonly [fc.Arbitrary<object>, fc.Arbitrary<number>]>> = {
  normal: [fc.record({ mean: coarse, sd: logScale(0.5, 20) }), value.map((x) => x / 40)],
  t: [fc.record({ df: logScale(0.5, 20_000) }), value.map((x) => x / 40)],
  chi2: [fc.record({ df: logScale(0.1, 2_000) }), logScale(1e-4, 1_000)],
  gamma: [fc.record({ shape: logScale(0.01, 2_000), scale: logScale(0.1, 5) }), positive],
  f: [fc.record({ df1: logScale(0.5, 3_000), df2: logScale(0.5, 3_000) }), logScale(0.01, 50)],
  beta: [fc.record({ alpha: logScale(0.05, 2_000), beta: logScale(0.05, 2_000) }), share],
  lognormal: [fc.record({ meanLog: coarse, sdLog: logScale(0.2, 3) }), positive],
  weibull: [fc.record({ shape: logScale(0.2, 9), scale: logScale(0.1, 50) }), logScale(0.01, 60)],
  exponential: [fc.record({ rate: logScale(0.01, 3) }), positive],
  poisson: [fc.record({ mean: logScale(0.01, 500) }), wholeNumber],
  binomial: [fc.record({ n: fc.integer({ min: 400, max: 5_000 }), p: share }), wholeNumber],
  geometric: [fc.record({ p: share }), wholeNumber.map((k) => k + 1)],
  'negative-binomial': [fc.record({ successes: logScale(0.1, 400), p: share }), wholeNumber],
  hypergeometric: [
    fc.record({
      population: fc.constant(900),
      successes: fc.integer({ min: 0, max: 900 }),
      draws: fc.integer({ min: 0, max: 900 }),
    }),
    wholeNumber,
  ],
}

async function compareDistributions(): Promise<void> {
  for (const [name, [params, at]] of Object.entries(CASES)) {
    const cases = samples(fc.record({ name: fc.constant(name), params, at }), 100)
    await compareNear(
      `distribution ${name} with mpmath`,
      distribution,
      cases,
      // Shares below the range of floats are 0 on either side.
      EXACT.replace('float(v)', '(float(v) if v>1e-290 else 0.0)'),
      ({ pdf, cdf, survival }) =>
        [pdf, cdf, survival].map((one) => (Number(one) > 1e-290 ? one : 0)),
    )
  }
  const quantiles = Object.entries(CASES)
    .filter(([name]) => !['f', 't', 'hypergeometric'].includes(name))
    .flatMap(([name, [params]]) =>
      samples(
        fc.record({ name: fc.constant(name), params, quantile: logScale(1e-12, 0.9999) }),
        25,
      ),
    )
  await compareNear(
    'quantiles with SciPy',
    distribution,
    quantiles,
    `from scipy import stats as S
import math
M={'normal':lambda p:S.norm(p['mean'],p['sd']),'chi2':lambda p:S.chi2(p['df']),'gamma':lambda p:S.gamma(p['shape'],scale=p['scale']),
'beta':lambda p:S.beta(p['alpha'],p['beta']),'lognormal':lambda p:S.lognorm(p['sdLog'],scale=math.exp(p['meanLog'])),'weibull':lambda p:S.weibull_min(p['shape'],scale=p['scale']),
'exponential':lambda p:S.expon(scale=1/p['rate']),'poisson':lambda p:S.poisson(p['mean']),'binomial':lambda p:S.binom(p['n'],p['p']),'geometric':lambda p:S.geom(p['p']),
'negative-binomial':lambda p:S.nbinom(p['successes'],p['p'])}
print(json.dumps([float(M[c['name']](c['params']).ppf(c['quantile'])) for c in data]))`,
    // A quantile below the range of floats is 0 there.
    ({ quantile }) => (Math.abs(Number(quantile)) < 1e-290 ? 0 : quantile),
    1e-9,
  )
}

async function compareSummaries(): Promise<void> {
  const input = fc.record({
    values: fc
      .oneof(listOf(value, 4, 40), listOf(coarse, 5, 40))
      .filter((list) => new Set(list).size > 1),
    percentiles: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 1 }),
  })
  await compareNear(
    'stats-summary with SciPy and NumPy',
    statsSummary,
    samples(input, 200),
    `import numpy as np
from scipy import stats as S
def f(c):
    v=np.array(c['values'],dtype=np.longdouble); w=v.astype(float); q=np.percentile(w,[25,50,75])
    return [float(x) for x in (v.mean(),v.var(),v.std(ddof=1),S.skew(v,bias=False),S.kurtosis(v,bias=False),*q,S.median_abs_deviation(w),*[np.percentile(w,p) for p in c['percentiles']])]
print(json.dumps(list(map(f,data))))`,
    (told) => [
      ...['mean', 'variance', 'sampleStdDev', 'skewness', 'kurtosis'].map((name) => told[name]),
      ...(told['quartiles'] as number[]),
      told['mad'],
      ...Object.values(told['percentiles'] as object),
    ],
    1e-9,
  )
  const bins = fc.record({
    values: listOf(value, 20, 60).filter((list) => new Set(list).size > 15),
  })
  await compareNear(
    'histogram with NumPy',
    histogram,
    samples(bins, 100),
    `import numpy as np
def f(c):
    h,e=np.histogram(c['values'],bins='fd'); return [h.tolist(),e.tolist()[:-1]]
print(json.dumps(list(map(f,data))))`,
    ({ bins: told }) => {
      const rows = told as { from: number; count: number }[]
      return [rows.map(({ count }) => count), rows.map(({ from }) => from)]
    },
    1e-9,
  )
  const method = fc.constantFrom('pearson', 'spearman', 'kendall')
  const pair = fc
    .oneof(
      fc.tuple(apart(60, 60), apart(60, 60)),
      fc.tuple(listOf(coarse, 12, 12), listOf(coarse, 12, 12)),
      fc.tuple(apart(9, 9), apart(9, 9)),
    )
    .filter((both) => both.every((list) => new Set(list).size > 2))
    .map(([x, y]) => ({ x, y }))
  await compareNear(
    'correlation with SciPy',
    correlation,
    samples(fc.record({ series: pair, method }), 300),
    `from scipy import stats as S
def f(c):
    x,y=c['series']['x'],c['series']['y']; m=c['method']
    if m=='kendall':
        free=len(set(x))==len(x) and len(set(y))==len(y) and len(x)<=50
        r=S.kendalltau(x,y,method='exact' if free else 'asymptotic')
    else: r={'pearson':S.pearsonr,'spearman':S.spearmanr}[m](x,y)
    return [float(r[0]) if abs(r[0])>1e-14 else 0.0,min(1.0,float(r[1]))]
print(json.dumps(list(map(f,data))))`,
    ({ pairs }) => {
      const [{ r, pValue } = { r: 0, pValue: 0 }] = pairs as { r: number; pValue: number }[]
      return [Math.abs(r) > 1e-14 ? r : 0, pValue]
    },
    1e-9,
  )
}

const HYPOTHESES = `from scipy import stats as S
import numpy as np
from statsmodels.stats.proportion import proportions_ztest
ALT={'two':'two-sided','left':'less','right':'greater'}
def f(c):
    t=c['test']; a=c.get('a'); b=c.get('b'); g=c.get('groups'); alt=ALT[c.get('tails','two')]; cor=c.get('correction',True)
    if t=='t-one': r=S.ttest_1samp(a,c['mu'],alternative=alt)
    elif t=='t-two': r=S.ttest_ind(a,b,alternative=alt)
    elif t=='welch': r=S.ttest_ind(a,b,equal_var=False,alternative=alt)
    elif t=='t-paired': r=S.ttest_rel(a,b,alternative=alt)
    elif t=='z-proportion': r=proportions_ztest([a[0],b[0]],[a[1],b[1]],alternative={'two':'two-sided','left':'smaller','right':'larger'}[c.get('tails','two')])
    elif t=='chi2-independence': r=S.chi2_contingency(a,correction=cor)[:2]
    elif t=='chi2-fit': r=S.chisquare(a)
    elif t=='anova': r=S.f_oneway(*g)
    elif t=='kruskal': r=S.kruskal(*g)
    elif t=='levene': r=S.levene(*g)
    elif t=='fisher': r=S.fisher_exact(a,alternative=alt); r=(r[0] if np.isfinite(r[0]) else None,r[1])
    elif t=='shapiro': r=S.shapiro(a)
    elif t=='ks': r=S.ks_2samp(a,b,mode='exact') if b else S.kstest(a,'norm',args=(c['params']['mean'],c['params']['sd']))
    elif t=='mann-whitney':
        ties=len(set(a+b))<len(a+b); r=S.mannwhitneyu(a,b,use_continuity=cor,alternative=alt,method='asymptotic' if ties or len(a+b)>50 else 'exact')
    elif t=='wilcoxon':
        d=[x-y for x,y in zip(a,b)]; z=[x for x in d if x]; ties=len(set(map(abs,z)))<len(z)
        r=S.wilcoxon(z,correction=cor,alternative=alt,mode='approx' if ties or len(z)>50 else 'exact')
        rk=S.rankdata(np.abs(z)); r=(float(sum(k for k,x in zip(rk,z) if x>0)),r[1])
    return [None if r[0] is None else float(r[0]) if abs(r[0])>1e-13 else 0.0,min(1.0,float(r[1]))]
print(json.dumps(list(map(f,data))))`

async function compareTests(): Promise<void> {
  const tails = fc.constantFrom('two', 'left', 'right')
  const correction = fc.boolean()
  const two = <T>(one: fc.Arbitrary<T>, other = one) => ({ a: one, b: other })
  const short = listOf(value, 4, 25).filter((list) => new Set(list).size > 3)
  const counts = fc.integer({ min: 1, max: 60 })
  const groups = fc.array(
    listOf(coarse, 4, 12).filter((list) => new Set(list).size > 2),
    {
      minLength: 2,
      maxLength: 5,
    },
  )
  const successes = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.constant(100))
  const equal = (minLength: number, one: fc.Arbitrary<number>) => listOf(one, minLength, minLength)
  const kinds: readonly (readonly [string, Record<string, fc.Arbitrary<unknown>>, number])[] = [
    ['t-one', { a: short, mu: coarse, tails }, 1e-9],
    ['t-two', { ...two(short), tails }, 1e-9],
    ['welch', { ...two(short), tails }, 1e-9],
    ['t-paired', { ...two(equal(15, value)), tails }, 1e-9],
    ['z-proportion', { ...two(successes), tails }, 1e-9],
    ['chi2-independence', { a: fc.array(equal(3, counts), { minLength: 2, maxLength: 4 }) }, 1e-9],
    [
      'chi2-independence',
      { a: fc.array(equal(2, counts), { minLength: 2, maxLength: 2 }), correction },
      1e-9,
    ],
    ['chi2-fit', { a: listOf(counts, 2, 9) }, 1e-9],
    ['fisher', { a: fc.array(equal(2, fc.nat(60)), { minLength: 2, maxLength: 2 }), tails }, 1e-8],
    ['anova', { groups }, 1e-9],
    ['kruskal', { groups }, 1e-9],
    ['levene', { groups }, 1e-9],
    ['mann-whitney', { ...two(apart(3, 9)), tails, correction }, 1e-9],
    ['mann-whitney', { ...two(listOf(coarse, 9, 30)), tails, correction }, 1e-9],
    ['wilcoxon', { ...two(equal(12, value)), tails, correction }, 1e-9],
    ['wilcoxon', { ...two(equal(20, coarse)), tails, correction }, 1e-9],
    ['ks', { ...two(apart(5, 25)) }, 1e-9],
    [
      'ks',
      {
        a: listOf(
          value.map((x) => x / 400),
          5,
          60,
        ),
        distribution: fc.constant('normal'),
        params: fc.constant({ mean: 0, sd: 1 }),
      },
      1e-8,
    ],
    // SciPy computes this one in single precision.
    ['shapiro', { a: short }, 3e-5],
  ]
  for (const [test, shape, tolerance] of kinds)
    await compareNear(
      `hypothesis-test ${test} with SciPy`,
      hypothesisTest,
      samples(fc.record({ test: fc.constant(test), ...shape }), 60),
      HYPOTHESES,
      ({ statistic, pValue }) => [
        statistic === null || Math.abs(Number(statistic)) > 1e-13 ? statistic : 0,
        pValue,
      ],
      tolerance,
    )
}

if (has('python3', '-c', 'import mpmath, scipy, statsmodels')) {
  await compareDistributions()
  await compareSummaries()
  await compareTests()
} else write('python3 with mpmath, scipy and statsmodels is not installed: nothing compared')
