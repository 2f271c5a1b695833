// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The two functions of Multicall3 that facilitators and settlement call, for chains that lack the real one.
contract Multicall3Lite {
    struct Call { address target; bytes callData; }
    struct Result { bool success; bytes returnData; }
    struct Call3 { address target; bool allowFailure; bytes callData; }
    function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory r) {
        r = new Result[](calls.length);
        for (uint256 i; i < calls.length; i++) { (r[i].success, r[i].returnData) = calls[i].target.call(calls[i].callData); require(r[i].success || !requireSuccess, "Multicall3: call failed"); }
    }
    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory r) {
        r = new Result[](calls.length);
        for (uint256 i; i < calls.length; i++) { (r[i].success, r[i].returnData) = calls[i].target.call(calls[i].callData); require(r[i].success || calls[i].allowFailure, "Multicall3: call failed"); }
    }
}
