/**
 * Documents as the schemas of EDGAR have them: ownership (X0508) and the information table of 13F
 * (https://www.sec.gov/submit-filings/technical-specifications), and a report in HTML.
 */

const ownership = (issuerCik: string, inner: string, type = '4') => `<?xml version="1.0"?>
<ownershipDocument>
  <schemaVersion>X0508</schemaVersion>
  <documentType>${type}</documentType>
  <periodOfReport>2025-11-07</periodOfReport>
  <issuer>
    <issuerCik>${issuerCik}</issuerCik>
    <issuerName>Apple Inc.</issuerName>
    <issuerTradingSymbol>AAPL</issuerTradingSymbol>
  </issuer>
  <reportingOwner>
    <reportingOwnerId><rptOwnerCik>0002000000</rptOwnerCik><rptOwnerName>Parekh Kevan</rptOwnerName></reportingOwnerId>
    <reportingOwnerRelationship>
      <isDirector>0</isDirector><isOfficer>true</isOfficer>
      <officerTitle>Senior Vice President, CFO</officerTitle>
    </reportingOwnerRelationship>
  </reportingOwner>
  ${inner}
</ownershipDocument>`

const transaction = (date: string, code: string, direction: string, amounts: string) => `
    <nonDerivativeTransaction>
      <securityTitle><value>Common Stock</value></securityTitle>
      <transactionDate><value>${date}</value></transactionDate>
      <transactionCoding>
        <transactionFormType>4</transactionFormType>
        <transactionCode>${code}</transactionCode>
        <equitySwapInvolved>0</equitySwapInvolved>
      </transactionCoding>
      <transactionAmounts>
        ${amounts}
        <transactionAcquiredDisposedCode><value>${direction}</value></transactionAcquiredDisposedCode>
      </transactionAmounts>
      <postTransactionAmounts>
        <sharesOwnedFollowingTransaction><value>${code === 'S' ? 8765 : 20964}</value></sharesOwnedFollowingTransaction>
      </postTransactionAmounts>
      <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
    </nonDerivativeTransaction>`

export const SALE = ownership(
  '0000320193',
  `<aff10b5One>1</aff10b5One><nonDerivativeTable>${transaction(
    '2025-11-07',
    'S',
    'D',
    '<transactionShares><value>4199</value></transactionShares><transactionPricePerShare><value>247.39</value></transactionPricePerShare>',
  )}</nonDerivativeTable>`,
)

/** The price stands in a footnote, and an option is traded beside the shares. */
export const EXERCISE = ownership(
  '0000320193',
  `<aff10b5One>false</aff10b5One><nonDerivativeTable>${transaction(
    '2025-10-15',
    'M',
    'A',
    '<transactionShares><value>16457</value></transactionShares><transactionPricePerShare><footnoteId id="F1"/></transactionPricePerShare>',
  )}
    <nonDerivativeHolding><securityTitle><value>Common Stock</value></securityTitle></nonDerivativeHolding>
  </nonDerivativeTable>
  <derivativeTable>
    <derivativeTransaction>
      <securityTitle><value>Restricted Stock Unit</value></securityTitle>
      <transactionDate><value>2025-10-15</value></transactionDate>
      <transactionCoding><transactionCode>M</transactionCode></transactionCoding>
      <transactionAmounts>
        <transactionShares><value>16457</value></transactionShares>
        <transactionPricePerShare><footnoteId id="F1"/></transactionPricePerShare>
        <transactionAcquiredDisposedCode><value>D</value></transactionAcquiredDisposedCode>
      </transactionAmounts>
      <ownershipNature><directOrIndirectOwnership><value>I</value></directOrIndirectOwnership></ownershipNature>
    </derivativeTransaction>
  </derivativeTable>
  <footnotes><footnote id="F1">Each restricted stock unit represents
    the right to receive one share.</footnote></footnotes>`,
)

/** A purchase of another company's shares, which the buyer reports under its own number. */
export const ELSEWHERE = ownership(
  '0000999999',
  `<nonDerivativeTable>${transaction(
    '2025-10-20',
    'P',
    'A',
    '<transactionShares><value>1000000</value></transactionShares><transactionPricePerShare><value>10</value></transactionPricePerShare>',
  )}</nonDerivativeTable>`,
)

type Row = readonly [issuer: string, title: string, cusip: string, value: number, shares: number]

const row = (prefix: string, [issuer, title, cusip, value, shares]: Row, right = '') => {
  const tag = (name: string, inner: string | number) =>
    `<${prefix}${name}>${inner}</${prefix}${name}>`
  return tag(
    'infoTable',
    [
      tag('nameOfIssuer', issuer),
      tag('titleOfClass', title),
      tag('cusip', cusip),
      tag('value', value),
      tag('shrsOrPrnAmt', tag('sshPrnamt', shares) + tag('sshPrnamtType', 'SH')),
      right && tag('putCall', right),
      tag('investmentDiscretion', 'DFND'),
      tag('otherManager', '4,8'),
      tag('votingAuthority', tag('Sole', shares) + tag('Shared', 0) + tag('None', 0)),
    ].join('\n'),
  )
}

const SPACE = 'http://www.sec.gov/edgar/document/thirteenf/informationtable'
const M = 1_000_000

/** Two managers hold the same shares; the prefix of the names is the filer's own. */
export const TABLE_SEPTEMBER = `<?xml version="1.0" encoding="UTF-8"?>
<ns1:informationTable xmlns:ns1="${SPACE}">
${row('ns1:', ['APPLE INC', 'COM', '037833100', 50_000 * M, 198 * M])}
${row('ns1:', ['APPLE INC', 'COM', '037833100', 10_000 * M, 40 * M])}
${row('ns1:', ['APPLE INC', 'COM', '037833100', 100 * M, 400_000], 'Put')}
</ns1:informationTable>`

export const TABLE_ADDED = `<informationTable xmlns="${SPACE}">
${row('', ['ALPHABET INC', 'CAP STK CL A', '02079K305', 3_900 * M, 16 * M])}
</informationTable>`

export const TABLE_JUNE = `<informationTable xmlns="${SPACE}">
${row('', ['APPLE INC', 'COM', '37833100', 57_000 * M, 280 * M])}
${row('', ['T-MOBILE US INC', 'COM', '872590104', 900 * M, 3_900_000])}
</informationTable>`

export const AMENDMENT = `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler">
  <headerData><submissionType>13F-HR/A</submissionType></headerData>
  <formData><coverPage>
    <reportCalendarOrQuarter>09-30-2025</reportCalendarOrQuarter>
    <isAmendment>true</isAmendment>
    <amendmentNo>1</amendmentNo>
    <amendmentInfo><amendmentType>NEW HOLDINGS</amendmentType></amendmentInfo>
  </coverPage></formData>
</edgarSubmission>`

export const REPORT = `<?xml version='1.0' encoding='ASCII'?>
<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><head><title>aapl-20240928</title></head><body>
<div style="display:none"><ix:header><ix:hidden><ix:nonNumeric name="dei:AmendmentFlag">false</ix:nonNumeric></ix:hidden></ix:header></div>
<div>TABLE OF CONTENTS</div>
<table><tr><td>Item 1.</td><td>Business</td><td>1</td></tr>
<tr><td>Item 1A.</td><td>Risk Factors</td><td>5</td></tr>
<tr><td>Item 2.</td><td>Properties</td><td>17</td></tr></table>
<div><span style="font-weight:700">Item 1.&#160;&#160;&#160;&#160;Business</span></div>
<div><span>The Company designs, manufactures and markets smartphones, personal computers and tablets.</span></div>
<table><tr><td>Item 1A.</td><td>Risk Factors</td></tr></table>
<div><span>The Company&#8217;s business can be </span><span>affected by a number of factors.</span></div>
<div>See Item 7 for more.</div>
<div>Item 2.</div><div>Properties</div>
<div>The Company&#8217;s headquarters are located in Cupertino, California, and it owns offices there.</div>
</body></html>`
