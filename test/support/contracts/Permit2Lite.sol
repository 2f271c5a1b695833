// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
/// Test stand-ins, written from the published ABIs and EIP-712 types only. Compiled with solc 0.8.37
/// (optimizer 200 runs, viaIR, evmVersion paris) into bytecode.json.
interface IERC20 { function transferFrom(address, address, uint256) external returns (bool); }
contract Permit2Lite {
    struct TokenPermissions { address token; uint256 amount; }
    struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }
    struct SignatureTransferDetails { address to; uint256 requestedAmount; }
    mapping(address => mapping(uint256 => bool)) public used;
    function permitWitnessTransferFrom(PermitTransferFrom calldata p, SignatureTransferDetails calldata d, address owner, bytes32 witness, string calldata witnessTypeString, bytes calldata sig) external {
        require(block.timestamp <= p.deadline, "SignatureExpired"); require(d.requestedAmount <= p.permitted.amount, "InvalidAmount");
        require(!used[owner][p.nonce], "InvalidNonce"); used[owner][p.nonce] = true;
        bytes32 typeHash = keccak256(abi.encodePacked("PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,", witnessTypeString));
        bytes32 tp = keccak256(abi.encode(keccak256("TokenPermissions(address token,uint256 amount)"), p.permitted.token, p.permitted.amount));
        bytes32 h = keccak256(abi.encode(typeHash, tp, msg.sender, p.nonce, p.deadline, witness));
        bytes32 ds = keccak256(abi.encode(keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"), keccak256("Permit2"), block.chainid, address(this)));
        bytes32 dg = keccak256(abi.encodePacked("\x19\x01", ds, h));
        bytes32 r = bytes32(sig[0:32]); bytes32 s = bytes32(sig[32:64]); uint8 v = uint8(sig[64]);
        require(ecrecover(dg, v, r, s) == owner, "InvalidSigner");
        IERC20(p.permitted.token).transferFrom(owner, d.to, d.requestedAmount);
    }
}
contract UptoProxyLite {
    struct Witness { address to; address facilitator; uint256 validAfter; }
    event Settled();
    error UnauthorizedFacilitator(); error PaymentTooEarly();
    address constant P2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    function PERMIT2() external pure returns (address) { return P2; }
    function settle(Permit2Lite.PermitTransferFrom calldata permit, uint256 amount, address owner, Witness calldata w, bytes calldata sig) external {
        if (msg.sender != w.facilitator) revert UnauthorizedFacilitator();
        if (block.timestamp < w.validAfter) revert PaymentTooEarly();
        bytes32 wh = keccak256(abi.encode(keccak256("Witness(address to,address facilitator,uint256 validAfter)"), w.to, w.facilitator, w.validAfter));
        Permit2Lite(P2).permitWitnessTransferFrom(permit, Permit2Lite.SignatureTransferDetails(w.to, amount), owner, wh,
            "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,address facilitator,uint256 validAfter)", sig);
        emit Settled();
    }
}
