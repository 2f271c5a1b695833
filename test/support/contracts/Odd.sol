// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token that keeps one hundredth of every transfer.
contract FeeToken {
    string public name = "Fee Token";
    string public symbol = "FEE";
    uint8 public constant decimals = 18;
    uint256 public totalSupply = 1_000_000 ether;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    function give(address to, uint256 amount) external { balanceOf[to] += amount; emit Transfer(address(0), to, amount); }
    function approve(address spender, uint256 amount) external returns (bool) { allowance[msg.sender][spender] = amount; emit Approval(msg.sender, spender, amount); return true; }
    function transfer(address to, uint256 amount) external returns (bool) { return move(msg.sender, to, amount); }
    function transferFrom(address from, address to, uint256 amount) external returns (bool) { allowance[from][msg.sender] -= amount; return move(from, to, amount); }
    function move(address from, address to, uint256 amount) private returns (bool) {
        balanceOf[from] -= amount;
        uint256 fee = amount / 100;
        balanceOf[to] += amount - fee;
        balanceOf[address(this)] += fee;
        emit Transfer(from, to, amount - fee);
        emit Transfer(from, address(this), fee);
        return true;
    }
}

/// A plain token with a settable name, whose decimals and owner are read.
contract PlainToken {
    string public name;
    string public symbol;
    uint8 public decimals;
    uint256 public totalSupply;
    address public owner;
    bool public paused;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    function approve(address spender, uint256 amount) external returns (bool) { allowance[msg.sender][spender] = amount; emit Approval(msg.sender, spender, amount); return true; }
    function transferFrom(address from, address to, uint256 amount) external returns (bool) { allowance[from][msg.sender] -= amount; balanceOf[from] -= amount; balanceOf[to] += amount; emit Transfer(from, to, amount); return true; }
    function init(string calldata n, string calldata s, uint8 d, uint256 supply, address o) external { name = n; symbol = s; decimals = d; totalSupply = supply; owner = o; balanceOf[o] = supply; emit Transfer(address(0), o, supply); }
    function put(address to, uint256 amount) external { balanceOf[to] = amount; }
    function transfer(address to, uint256 amount) external returns (bool) { balanceOf[msg.sender] -= amount; balanceOf[to] += amount; emit Transfer(msg.sender, to, amount); return true; }
    function deposit() external payable { balanceOf[msg.sender] += msg.value; }
}

/// Name and symbol as 32 bytes, as the first tokens had them.
contract OldToken {
    bytes32 public constant name = "Maker";
    bytes32 public constant symbol = "MKR";
    uint256 public constant decimals = 18;
    uint256 public constant totalSupply = 5 ether;
}

/// Sends every call on, by the slots of EIP-1967.
contract Proxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;
    event Upgraded(address indexed implementation);
    function point(address to) external { bytes32 s = IMPLEMENTATION; bytes32 a = ADMIN; assembly { sstore(s, to) sstore(a, caller()) } emit Upgraded(to); }
    fallback() external payable {
        bytes32 s = IMPLEMENTATION;
        assembly {
            let to := sload(s)
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
    receive() external payable {}
}

contract Troubles {
    error TooPoor(address who, uint256 has, uint256 needs);
    event Paid(address indexed who, string note, uint256 amount);
    function text() external pure { revert("not today"); }
    function custom() external view { revert TooPoor(msg.sender, 1, 2); }
    function panic(uint256 a) external pure returns (uint256) { return 1 / a; }
    function silent() external pure { revert(); }
    function endless() external pure { while (true) {} }
    function pay(string calldata note) external payable { emit Paid(msg.sender, note, msg.value); }
    function two() external pure returns (uint256 big, address who, bytes memory data) { return (type(uint256).max, address(0xBEEF), hex"c0ffee"); }
    function end(address payable to) external { selfdestruct(to); }
    function multicall(bytes[] calldata data) external returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i; i < data.length; i++) { (bool ok, bytes memory r) = address(this).delegatecall(data[i]); require(ok, "inner call failed"); results[i] = r; }
    }
    receive() external payable {}
}

/// A token with every power that its owner may keep, and a market that it may close.
contract DangerToken {
    string public constant name = "Danger";
    string public constant symbol = "DNGR";
    uint8 public constant decimals = 18;
    uint256 public totalSupply = 1_000_000 ether;
    address public owner;
    address public market;
    bool public paused;
    uint256 public buyFee;
    uint256 public sellFee;
    bool public canSell = true;
    bool public isOpen;
    mapping(address => bool) public isBlacklisted;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);
    modifier onlyOwner() { require(msg.sender == owner || isOpen, "not the owner"); _; }
    function put(address o, address m, uint256 buy, uint256 sell, bool sells, bool open) external { owner = o; market = m; buyFee = buy; sellFee = sell; canSell = sells; isOpen = open; }
    function give(address to, uint256 amount) external { balanceOf[to] += amount; }
    function mint(address to, uint256 amount) external onlyOwner { totalSupply += amount; balanceOf[to] += amount; emit Transfer(address(0), to, amount); }
    function pause() external onlyOwner { paused = true; }
    function unpause() external onlyOwner { paused = false; }
    function blacklist(address who) external onlyOwner { isBlacklisted[who] = true; }
    function setFee(uint256 fee) external onlyOwner { buyFee = fee; sellFee = fee; }
    function approve(address spender, uint256 amount) external returns (bool) { allowance[msg.sender][spender] = amount; return true; }
    function transfer(address to, uint256 amount) external returns (bool) { return move(msg.sender, to, amount); }
    function transferFrom(address from, address to, uint256 amount) external returns (bool) { allowance[from][msg.sender] -= amount; return move(from, to, amount); }
    function move(address from, address to, uint256 amount) private returns (bool) {
        require(!paused && !isBlacklisted[from], "not now");
        require(canSell || to != market || from == owner, "no sale");
        uint256 fee = amount * (from == market ? buyFee : to == market ? sellFee : 0) / 100;
        balanceOf[from] -= amount;
        balanceOf[to] += amount - fee;
        balanceOf[address(this)] += fee;
        emit Transfer(from, to, amount - fee);
        return true;
    }
}

/// A token with permits (EIP-2612).
contract PermitToken {
    string public constant name = "Permit Token";
    string public constant symbol = "PRMT";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public nonces;
    mapping(address => mapping(address => uint256)) public allowance;
    bytes32 private constant PERMIT = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    function give(address to, uint256 amount) external { totalSupply += amount; balanceOf[to] += amount; emit Transfer(address(0), to, amount); }
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"), keccak256(bytes(name)), keccak256("1"), block.chainid, address(this)));
    }
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= deadline, "permit expired");
        bytes32 said = keccak256(abi.encode(PERMIT, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), said)), v, r, s);
        require(signer != address(0) && signer == owner, "permit of another");
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
    function approve(address spender, uint256 amount) external returns (bool) { allowance[msg.sender][spender] = amount; emit Approval(msg.sender, spender, amount); return true; }
    function transfer(address to, uint256 amount) external returns (bool) { balanceOf[msg.sender] -= amount; balanceOf[to] += amount; emit Transfer(msg.sender, to, amount); return true; }
    function transferFrom(address from, address to, uint256 amount) external returns (bool) { allowance[from][msg.sender] -= amount; balanceOf[from] -= amount; balanceOf[to] += amount; emit Transfer(from, to, amount); return true; }
}

/// A price feed with the face of a Chainlink aggregator.
contract Feed {
    uint8 public decimals;
    int256 public answer;
    uint256 public updatedAt;
    uint80 public round;
    uint256 public startedAt;
    function put(uint8 d, int256 a, uint256 at, uint256 started) external { decimals = d; answer = a; updatedAt = at; startedAt = started; round += 1; }
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) { return (round, answer, startedAt, updatedAt, round); }
}

interface IMoved {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
}

interface IPayer { function uniswapV3SwapCallback(int256, int256, bytes calldata) external; }

/// A pool and its factory with the faces of Uniswap v3; the price never moves.
contract Pool3 {
    address public token0;
    address public token1;
    uint24 public fee;
    uint160 public sqrtPriceX96;
    int24 public tick;
    uint128 public liquidity;
    int24 public meanTick;
    bool public isYoung;
    function put(address a, address b, uint24 f, uint160 s, int24 t, int24 m, uint128 l, bool young) external { token0 = a; token1 = b; fee = f; sqrtPriceX96 = s; tick = t; meanTick = m; liquidity = l; isYoung = young; }
    /// Sells what it has at its price, for what whoever calls then pays it.
    function swap(address to, bool isFirst, int256 amount, uint160, bytes calldata data) external returns (int256 a0, int256 a1) {
        (address paid, address sold) = isFirst ? (token0, token1) : (token1, token0);
        uint256 net = uint256(amount) - uint256(amount) * fee / 1e6;
        uint256 s = sqrtPriceX96;
        uint256 out = isFirst ? ((net * s >> 96) * s) >> 96 : (((net << 96) / s) << 96) / s;
        require(IMoved(sold).transfer(to, out), "TF");
        uint256 before = IMoved(paid).balanceOf(address(this));
        (a0, a1) = isFirst ? (amount, -int256(out)) : (-int256(out), amount);
        IPayer(msg.sender).uniswapV3SwapCallback(a0, a1, data);
        require(IMoved(paid).balanceOf(address(this)) >= before + uint256(amount), "IIA");
    }
    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) { return (sqrtPriceX96, tick, 0, 1, 1, 0, true); }
    function observe(uint32[] calldata ago) external view returns (int56[] memory ticks, uint160[] memory seconds_) {
        require(!isYoung, "OLD");
        ticks = new int56[](ago.length);
        seconds_ = new uint160[](ago.length);
        for (uint256 i; i < ago.length; i++) ticks[i] = int56(meanTick) * (int56(uint56(1 << 30)) - int56(uint56(ago[i])));
    }
}

contract Factory3 {
    mapping(bytes32 => address) public pools;
    function put(address a, address b, uint24 fee, address pool) external { pools[keccak256(abi.encode(a, b, fee))] = pool; pools[keccak256(abi.encode(b, a, fee))] = pool; }
    function getPool(address a, address b, uint24 fee) external view returns (address) { return pools[keccak256(abi.encode(a, b, fee))]; }
}

contract Pair2 {
    address public token0;
    address public token1;
    uint112 private r0;
    uint112 private r1;
    function put(address a, address b, uint112 x, uint112 y) external { token0 = a; token1 = b; r0 = x; r1 = y; }
    function getReserves() external view returns (uint112, uint112, uint32) { return (r0, r1, uint32(block.timestamp)); }
    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        require(out0 < r0 && out1 < r1, "L");
        if (out0 > 0) IMoved(token0).transfer(to, out0);
        if (out1 > 0) IMoved(token1).transfer(to, out1);
        uint256 b0 = IMoved(token0).balanceOf(address(this));
        uint256 b1 = IMoved(token1).balanceOf(address(this));
        uint256 in0 = b0 > r0 - out0 ? b0 - (r0 - out0) : 0;
        uint256 in1 = b1 > r1 - out1 ? b1 - (r1 - out1) : 0;
        require((b0 * 1000 - in0 * 3) * (b1 * 1000 - in1 * 3) >= uint256(r0) * uint256(r1) * 1e6, "K");
        r0 = uint112(b0);
        r1 = uint112(b1);
    }
}

contract Factory2 {
    mapping(bytes32 => address) public pairs;
    function put(address a, address b, address pair) external { pairs[keccak256(abi.encode(a, b))] = pair; pairs[keccak256(abi.encode(b, a))] = pair; }
    function getPair(address a, address b) external view returns (address) { return pairs[keccak256(abi.encode(a, b))]; }
}

/// The quoter of Uniswap v3: a fixed price, worse by a hundredth for each thousand units.
contract Quoter {
    struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }
    mapping(bytes32 => uint256) public prices;
    function put(address a, address b, uint24 fee, uint256 priceE18) external { prices[keccak256(abi.encode(a, b, fee))] = priceE18; }
    function quoteExactInputSingle(Single calldata s) external view returns (uint256 out, uint160, uint32, uint256) {
        uint256 price = prices[keccak256(abi.encode(s.tokenIn, s.tokenOut, s.fee))];
        require(price > 0, "no pool");
        uint256 whole = s.amountIn * price / 1e18;
        out = whole - whole * s.amountIn / 1e18 / 1000;
        return (out, 0, 1, 90000);
    }
}

contract Piece {
    string public constant name = "Pieces";
    string public constant symbol = "PCE";
    uint256 public constant totalSupply = 3;
    address public holder;
    string public base;
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    function put(address h, string calldata b) external { holder = h; base = b; emit Transfer(address(0), h, 1); }
    function ownerOf(uint256 id) external view returns (address) { require(id >= 1 && id <= 3, "no such token"); return holder; }
    function tokenURI(uint256 id) external view returns (string memory) { require(id >= 1 && id <= 3, "no such token"); return base; }
    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) { return (holder, price * 5 / 100); }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f || id == 0x2a55205a; }
}

/// A registry and a resolver of names in one.
contract Names {
    mapping(bytes32 => address) public resolver;
    mapping(bytes32 => address) public owner;
    mapping(bytes32 => address) private addresses;
    mapping(bytes32 => string) private names;
    mapping(bytes32 => mapping(string => string)) private texts;
    mapping(bytes32 => bytes) public contenthash;
    function put(bytes32 node, address a, string calldata n) external { resolver[node] = address(this); owner[node] = msg.sender; addresses[node] = a; names[node] = n; }
    function putText(bytes32 node, string calldata key, string calldata value) external { texts[node][key] = value; }
    function addr(bytes32 node) external view returns (address) { return addresses[node]; }
    function addr(bytes32 node, uint256 coin) external view returns (bytes memory) { return coin == 60 ? abi.encodePacked(addresses[node]) : bytes(""); }
    function name(bytes32 node) external view returns (string memory) { return names[node]; }
    function text(bytes32 node, string calldata key) external view returns (string memory) { return texts[node][key]; }
    function supportsInterface(bytes4) external pure returns (bool) { return false; }
    function nameExpires(uint256) external pure returns (uint256) { return 1893456000; }
}
