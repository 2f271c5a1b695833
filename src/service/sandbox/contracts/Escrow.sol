// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes calldata) external;
}
interface ICollector { function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes calldata data) external; }
interface IWallet { function isValidSignature(bytes32, bytes calldata) external view returns (bytes4); }

/// Payment channels of x402 `batch-settlement`, with the interface that buyers' software expects.
/// A payer deposits; the receiver claims what vouchers allow; the payer may withdraw what is not
/// claimed, after a delay. No constructor: the code can be planted with anvil_setCode.
contract Escrow {
    struct Config { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }
    struct Voucher { Config channel; uint128 maxClaimableAmount; }
    struct Row { Voucher voucher; bytes signature; uint128 totalClaimed; }
    struct Channel { uint128 balance; uint128 totalClaimed; }
    struct Withdrawal { uint128 amount; uint40 initiatedAt; }
    struct Receiver { uint128 claimed; uint128 settled; }

    uint40 public constant MIN_WITHDRAW_DELAY = 900;
    uint40 public constant MAX_WITHDRAW_DELAY = 2_592_000;
    bytes32 private constant CONFIG_TYPE = keccak256("ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)");
    bytes32 private constant VOUCHER_TYPE = keccak256("Voucher(bytes32 channelId,uint128 maxClaimableAmount)");
    bytes32 private constant REFUND_TYPE = keccak256("Refund(bytes32 channelId,uint256 nonce,uint128 amount)");
    bytes32 private constant ENTRY_TYPE = keccak256("ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)");
    bytes32 private constant BATCH_TYPE = keccak256("ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)");

    mapping(bytes32 => Channel) public channels;
    mapping(bytes32 => Withdrawal) public pendingWithdrawals;
    mapping(bytes32 => uint256) public refundNonce;
    mapping(address => mapping(address => Receiver)) public receivers;
    bool private isMovingTokens;

    event ChannelCreated(bytes32 indexed channelId, Config config);
    event ChannelClosed(bytes32 indexed channelId, Config config);
    event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newBalance);
    event Claimed(bytes32 indexed channelId, address indexed sender, uint128 claimAmount, uint128 newTotalClaimed);
    event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount);
    event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount);
    event WithdrawInitiated(bytes32 indexed channelId, uint128 amount, uint40 finalizeAfter);
    event WithdrawFinalized(bytes32 indexed channelId, address indexed sender, uint128 amount);

    error InvalidChannel(); error ZeroDeposit(); error DepositOverflow(); error InvalidSignature(); error NotReceiverAuthorizer();
    error NotAuthorizedToClaim(); error NotAuthorizedToRefund(); error ClaimExceedsCeiling(); error ClaimExceedsBalance();
    error WithdrawalAlreadyPending(); error WithdrawalNotPending(); error NotAuthorizedToFinalizeWithdraw(); error WithdrawDelayNotElapsed();
    error NothingToWithdraw(); error WithdrawAmountExceedsAvailable(); error WithdrawDelayOutOfRange(); error EmptyBatch();
    error DepositCollectionFailed(); error InvalidCollector(); error InvalidRefundNonce(); error ZeroRefund(); error Reentered();

    /// A token may call back. Within `multicall` each call takes and frees the lock by itself.
    modifier alone() {
        if (isMovingTokens) revert Reentered();
        isMovingTokens = true;
        _;
        isMovingTokens = false;
    }

    function deposit(Config calldata config, uint128 amount, address collector, bytes calldata data) external alone {
        if (config.payer == address(0) || config.receiver == address(0) || config.receiverAuthorizer == address(0) || config.token == address(0)) revert InvalidChannel();
        if (config.withdrawDelay < MIN_WITHDRAW_DELAY || config.withdrawDelay > MAX_WITHDRAW_DELAY) revert WithdrawDelayOutOfRange();
        if (amount == 0) revert ZeroDeposit();
        if (collector == address(0)) revert InvalidCollector();
        bytes32 id = getChannelId(config);
        Channel storage channel = channels[id];
        if (uint256(channel.balance) + amount > type(uint128).max) revert DepositOverflow();
        channel.balance += amount;
        uint256 before = IToken(config.token).balanceOf(address(this));
        ICollector(collector).collect(config.payer, config.token, amount, id, data);
        if (IToken(config.token).balanceOf(address(this)) != before + amount) revert DepositCollectionFailed();
        if (channel.balance == amount && channel.totalClaimed == 0) emit ChannelCreated(id, config);
        emit Deposited(id, msg.sender, amount, channel.balance);
    }

    function claimWithSignature(Row[] calldata rows, bytes calldata signature) external {
        if (rows.length == 0) revert EmptyBatch();
        address authorizer = rows[0].voucher.channel.receiverAuthorizer;
        if (!_signed(authorizer, getClaimBatchDigest(rows), signature)) revert InvalidSignature();
        for (uint256 i; i < rows.length; i++) {
            if (rows[i].voucher.channel.receiverAuthorizer != authorizer) revert NotReceiverAuthorizer();
            _claim(rows[i]);
        }
    }

    function claim(Row[] calldata rows) external {
        if (rows.length == 0) revert EmptyBatch();
        for (uint256 i; i < rows.length; i++) {
            if (!_isReceiving(rows[i].voucher.channel)) revert NotAuthorizedToClaim();
            _claim(rows[i]);
        }
    }

    function _claim(Row calldata row) private {
        Config calldata config = row.voucher.channel;
        bytes32 id = getChannelId(config);
        Channel storage channel = channels[id];
        if (row.totalClaimed <= channel.totalClaimed) return;
        if (row.totalClaimed > row.voucher.maxClaimableAmount) revert ClaimExceedsCeiling();
        if (row.totalClaimed > channel.balance) revert ClaimExceedsBalance();
        bytes32 digest = getVoucherDigest(id, row.voucher.maxClaimableAmount);
        bool isSigned = config.payerAuthorizer == address(0)
            ? _signed(config.payer, digest, row.signature)
            : _recovered(digest, row.signature) == config.payerAuthorizer;
        if (!isSigned) revert InvalidSignature();
        uint128 more = row.totalClaimed - channel.totalClaimed;
        channel.totalClaimed = row.totalClaimed;
        receivers[config.receiver][config.token].claimed += more;
        emit Claimed(id, msg.sender, more, row.totalClaimed);
    }

    function settle(address receiver, address token) external alone {
        Receiver storage account = receivers[receiver][token];
        uint128 amount = account.claimed - account.settled;
        if (amount == 0) return;
        account.settled += amount;
        require(IToken(token).transfer(receiver, amount), "transfer failed");
        emit Settled(receiver, token, msg.sender, amount);
    }

    function refundWithSignature(Config calldata config, uint128 amount, uint256 nonce, bytes calldata signature) external alone {
        bytes32 id = getChannelId(config);
        if (nonce != refundNonce[id]) revert InvalidRefundNonce();
        if (!_signed(config.receiverAuthorizer, getRefundDigest(id, nonce, amount), signature)) revert InvalidSignature();
        _refund(config, id, amount);
    }

    function refund(Config calldata config, uint128 amount) external alone {
        if (!_isReceiving(config)) revert NotAuthorizedToRefund();
        _refund(config, getChannelId(config), amount);
    }

    function _refund(Config calldata config, bytes32 id, uint128 amount) private {
        if (amount == 0) revert ZeroRefund();
        refundNonce[id]++;
        Channel storage channel = channels[id];
        uint128 free = channel.balance - channel.totalClaimed;
        uint128 paid = amount < free ? amount : free;
        if (paid == 0) return;
        channel.balance -= paid;
        Withdrawal storage pending = pendingWithdrawals[id];
        uint128 left = free - paid;
        if (left == 0) delete pendingWithdrawals[id];
        else if (pending.amount > left) pending.amount = left;
        require(IToken(config.token).transfer(config.payer, paid), "transfer failed");
        emit Refunded(id, msg.sender, paid);
        if (channel.balance == 0 && channel.totalClaimed == 0) emit ChannelClosed(id, config);
    }

    function initiateWithdraw(Config calldata config, uint128 amount) external {
        if (!_isPaying(config)) revert InvalidChannel();
        bytes32 id = getChannelId(config);
        Channel storage channel = channels[id];
        if (amount == 0) revert NothingToWithdraw();
        if (amount > channel.balance - channel.totalClaimed) revert WithdrawAmountExceedsAvailable();
        if (pendingWithdrawals[id].initiatedAt != 0) revert WithdrawalAlreadyPending();
        pendingWithdrawals[id] = Withdrawal(amount, uint40(block.timestamp));
        emit WithdrawInitiated(id, amount, uint40(block.timestamp) + config.withdrawDelay);
    }

    function finalizeWithdraw(Config calldata config) external alone {
        if (!_isPaying(config)) revert NotAuthorizedToFinalizeWithdraw();
        bytes32 id = getChannelId(config);
        Withdrawal memory pending = pendingWithdrawals[id];
        if (pending.initiatedAt == 0) revert WithdrawalNotPending();
        if (block.timestamp < uint256(pending.initiatedAt) + config.withdrawDelay) revert WithdrawDelayNotElapsed();
        delete pendingWithdrawals[id];
        Channel storage channel = channels[id];
        uint128 free = channel.balance - channel.totalClaimed;
        uint128 paid = pending.amount < free ? pending.amount : free;
        channel.balance -= paid;
        if (paid > 0) require(IToken(config.token).transfer(config.payer, paid), "transfer failed");
        emit WithdrawFinalized(id, msg.sender, paid);
        if (channel.balance == 0 && channel.totalClaimed == 0) emit ChannelClosed(id, config);
    }

    function multicall(bytes[] calldata calls) external returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory result) = address(this).delegatecall(calls[i]);
            if (!ok) assembly { revert(add(result, 32), mload(result)) }
            results[i] = result;
        }
    }

    function eip712Domain() external view returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory) {
        return (hex"0f", "x402 Batch Settlement", "1", block.chainid, address(this), bytes32(0), new uint256[](0));
    }
    function getChannelId(Config calldata config) public view returns (bytes32) { return _digest(keccak256(abi.encode(CONFIG_TYPE, config))); }
    function getVoucherDigest(bytes32 id, uint128 amount) public view returns (bytes32) { return _digest(keccak256(abi.encode(VOUCHER_TYPE, id, amount))); }
    function getRefundDigest(bytes32 id, uint256 nonce, uint128 amount) public view returns (bytes32) { return _digest(keccak256(abi.encode(REFUND_TYPE, id, nonce, amount))); }
    function getClaimBatchDigest(Row[] calldata rows) public view returns (bytes32) {
        bytes32[] memory entries = new bytes32[](rows.length);
        for (uint256 i; i < rows.length; i++) {
            Voucher calldata voucher = rows[i].voucher;
            entries[i] = keccak256(abi.encode(ENTRY_TYPE, getChannelId(voucher.channel), voucher.maxClaimableAmount, rows[i].totalClaimed));
        }
        return _digest(keccak256(abi.encode(BATCH_TYPE, keccak256(abi.encodePacked(entries)))));
    }

    function _digest(bytes32 struct_) private view returns (bytes32) {
        bytes32 separator = keccak256(abi.encode(
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
            keccak256("x402 Batch Settlement"), keccak256("1"), block.chainid, address(this)));
        return keccak256(abi.encodePacked("\x19\x01", separator, struct_));
    }
    function _isReceiving(Config calldata config) private view returns (bool) { return msg.sender == config.receiver || msg.sender == config.receiverAuthorizer; }
    function _isPaying(Config calldata config) private view returns (bool) { return msg.sender == config.payer || msg.sender == config.payerAuthorizer; }
    function _signed(address signer, bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (signer.code.length == 0) return _recovered(digest, signature) == signer;
        (bool ok, bytes memory said) = signer.staticcall(abi.encodeCall(IWallet.isValidSignature, (digest, signature)));
        return ok && said.length >= 32 && abi.decode(said, (bytes32)) == bytes32(IWallet.isValidSignature.selector);
    }
    /// Throws where nobody can have signed: the zero address never signs.
    function _recovered(bytes32 digest, bytes calldata signature) private pure returns (address signer) {
        if (signature.length != 65) revert InvalidSignature();
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0) revert InvalidSignature();
        signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), s);
        if (signer == address(0)) revert InvalidSignature();
    }
}

/// Takes deposits by the signature of their payers (EIP-3009), for the escrow alone.
contract Eip3009Collector {
    address public constant ESCROW = 0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003;

    function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes calldata data) external {
        require(msg.sender == ESCROW, "only the escrow");
        (uint256 validAfter, uint256 validBefore, uint256 salt, bytes memory signature) = abi.decode(data, (uint256, uint256, uint256, bytes));
        bytes32 nonce = keccak256(abi.encode(channelId, salt));
        IToken(token).receiveWithAuthorization(payer, address(this), amount, validAfter, validBefore, nonce, signature);
        require(IToken(token).transfer(ESCROW, amount), "transfer failed");
    }
}
