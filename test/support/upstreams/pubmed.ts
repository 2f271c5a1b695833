import { standIn } from './define.ts'

/**
 * Searches as https://www.ncbi.nlm.nih.gov/books/NBK25499/ describes them, articles by the PubMed
 * DTD (https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd).
 */
const TRIAL = `<PubmedArticle>
  <MedlineCitation Status="MEDLINE" Owner="NLM">
    <PMID Version="1">37952131</PMID>
    <Article PubModel="Print-Electronic">
      <Journal><ISSN IssnType="Electronic">1533-4406</ISSN>
        <JournalIssue CitedMedium="Internet"><Volume>389</Volume><Issue>24</Issue>
          <PubDate><Year>2023</Year><Month>Dec</Month><Day>14</Day></PubDate></JournalIssue>
        <Title>The New England journal of medicine</Title>
        <ISOAbbreviation>N Engl J Med</ISOAbbreviation></Journal>
      <ArticleTitle>Semaglutide and CO<sub>2</sub> in <i>Obesity</i> without Diabetes.</ArticleTitle>
      <ELocationID EIdType="doi" ValidYN="Y">10.1056/NEJMoa2307563</ELocationID>
      <Abstract>
        <AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Risk is <b>high</b> &amp; rising.</AbstractText>
        <AbstractText Label="RESULTS" NlmCategory="RESULTS">P&lt;0.001 in <i>most</i> groups.</AbstractText>
      </Abstract>
      <AuthorList CompleteYN="Y">
        <Author ValidYN="Y"><LastName>Lincoff</LastName><ForeName>A Michael</ForeName><Initials>AM</Initials></Author>
        <Author ValidYN="Y"><CollectiveName>SELECT Trial Investigators</CollectiveName></Author>
      </AuthorList>
      <PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList>
      <ArticleDate DateType="Electronic"><Year>2023</Year><Month>11</Month><Day>11</Day></ArticleDate>
    </Article>
  </MedlineCitation>
  <PubmedData><ArticleIdList>
    <ArticleId IdType="pubmed">37952131</ArticleId>
    <ArticleId IdType="doi">10.1056/NEJMoa2307563</ArticleId>
  </ArticleIdList>
  <ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1/other</ArticleId></ArticleIdList></Reference></ReferenceList>
  </PubmedData>
</PubmedArticle>`

const OLD = `<PubmedArticle>
  <MedlineCitation Status="MEDLINE" Owner="NLM">
    <PMID Version="1">9500320</PMID>
    <Article PubModel="Print">
      <Journal><JournalIssue CitedMedium="Print">
          <PubDate><MedlineDate>1998 Feb-Mar</MedlineDate></PubDate></JournalIssue>
        <Title>Lancet (London, England)</Title></Journal>
      <ArticleTitle>An early report.</ArticleTitle>
      <PublicationTypeList>
        <PublicationType UI="D016428">Journal Article</PublicationType>
        <PublicationType UI="D016441">Retracted Publication</PublicationType>
      </PublicationTypeList>
    </Article>
  </MedlineCitation>
</PubmedArticle>`

const ARTICLES: Readonly<Record<string, string>> = { 37952131: TRIAL, 9500320: OLD }

const set = (articles: string) =>
  `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>${articles}</PubmedArticleSet>`

export default standIn({
  at: 'UPSTREAM_PUBMED_URL',
  answer({ path, query }) {
    if (query.get('db') !== 'pubmed') return undefined
    if (path === '/entrez/eutils/efetch.fcgi') {
      // Not in the order that was asked for.
      const ids = (query.get('id') ?? '').split(',').toReversed()
      const text = set(ids.map((id) => ARTICLES[id] ?? '').join('\n'))
      return new Response(text, { headers: { 'content-type': 'text/xml; charset=UTF-8' } })
    }
    if (path !== '/entrez/eutils/esearch.fcgi' || query.get('retmode') !== 'json') return undefined
    const term = query.get('term') ?? ''
    const isSince = query.get('mindate') === '2020' && query.get('maxdate') === '3000'
    const idlist = term.includes('zzzz') ? [] : isSince ? ['37952131'] : ['37952131', '9500320']
    return {
      header: { type: 'esearch', version: '0.3' },
      esearchresult: {
        count: String(idlist.length * 421),
        retmax: String(idlist.length),
        retstart: '0',
        idlist,
        translationset: [],
        querytranslation: term,
        ...(idlist.length === 0 && {
          errorlist: { phrasesnotfound: ['zzzz'], fieldsnotfound: [] },
          warninglist: {
            phrasesignored: [],
            quotedphrasesnotfound: [],
            outputmessages: ['No items found.'],
          },
        }),
      },
    }
  },
})
