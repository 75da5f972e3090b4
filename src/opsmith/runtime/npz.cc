#include "opsmith/runtime/npz.h"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "opsmith/base/error.h"
#include "opsmith/base/mapped_file.h"

namespace opsmith::runtime {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50,
                        kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
constexpr std::uint32_t kSaturated = 0xffffffff;
constexpr std::size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22, kEnd64Size = 56,
                      kLocatorSize = 20;
constexpr std::uint16_t kExtra64 = 1;
// Deflate cannot do better than about 1030 to 1, so a larger claim is a lie that would cost memory.
constexpr std::uint64_t kLargestRatio = 1040;

template <typename T>
T load(ByteView bytes, std::uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

template <typename T>
void put(std::string& text, T value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

struct Entry {
  std::string name;
  std::uint16_t method = 0;
  std::uint64_t packed = 0, size = 0, offset = 0;
};

class Archive {
 public:
  explicit Archive(std::shared_ptr<const MappedFile> file)
      : file_(std::move(file)), bytes_(file_->bytes()) {}

  std::vector<Entry> entries() const {
    auto [count, offset] = directory();
    std::vector<Entry> result;
    for (std::uint64_t i = 0; i < count; ++i) {
      need(offset, kCentralSize);
      if (load<std::uint32_t>(bytes_, offset) != kCentralHeader)
        malformed("its directory is damaged");
      Entry entry;
      entry.method = load<std::uint16_t>(bytes_, offset + 10);
      entry.packed = load<std::uint32_t>(bytes_, offset + 20);
      entry.size = load<std::uint32_t>(bytes_, offset + 24);
      const std::uint64_t name = load<std::uint16_t>(bytes_, offset + 28);
      const std::uint64_t extra = load<std::uint16_t>(bytes_, offset + 30);
      const std::uint64_t comment = load<std::uint16_t>(bytes_, offset + 32);
      if (load<std::uint16_t>(bytes_, offset + 8) & 1) malformed("it is encrypted");
      entry.offset = load<std::uint32_t>(bytes_, offset + 42);
      need(offset + kCentralSize, name + extra + comment);
      entry.name = as_text(bytes_.subspan(offset + kCentralSize, name));
      widen(entry, bytes_.subspan(offset + kCentralSize + name, extra));
      offset += kCentralSize + name + extra + comment;
      result.push_back(std::move(entry));
    }
    return result;
  }

  // The entry's content; `inflated` holds it when it had to be unpacked.
  ByteView content(const Entry& entry, std::vector<std::byte>& inflated) const {
    need(entry.offset, kLocalSize);
    if (load<std::uint32_t>(bytes_, entry.offset) != kLocalHeader) malformed("an entry is damaged");
    const std::uint64_t skip = kLocalSize + load<std::uint16_t>(bytes_, entry.offset + 26) +
                               load<std::uint16_t>(bytes_, entry.offset + 28);
    need(entry.offset + skip, entry.packed);
    const ByteView packed = bytes_.subspan(entry.offset + skip, entry.packed);
    if (entry.method == 0) {
      if (entry.size != entry.packed) malformed("an entry's sizes disagree");
      return packed;
    }
    if (entry.method != 8) malformed("it is packed by an unknown method");
    if (entry.size / kLargestRatio > entry.packed) malformed("an entry claims an impossible size");
    inflated.resize(entry.size);
    inflate_all(packed, inflated);
    return inflated;
  }

 private:
  [[noreturn]] void malformed(const std::string& why) const {
    throw Error(ErrorCode::malformed, "not a usable .npz file: " + why, {.file = file_->path()});
  }
  void need(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) malformed("it is cut off");
  }

  // Number of entries, and where their directory begins.
  std::pair<std::uint64_t, std::uint64_t> directory() const {
    need(0, kEndSize);
    const std::uint64_t last = bytes_.size() - kEndSize;
    const std::uint64_t first = last > 0xffff ? last - 0xffff : 0;
    for (std::uint64_t at = last + 1; at-- > first;) {
      if (load<std::uint32_t>(bytes_, at) != kEnd) continue;
      std::uint64_t count = load<std::uint16_t>(bytes_, at + 10);
      std::uint64_t offset = load<std::uint32_t>(bytes_, at + 16);
      if ((count == 0xffff || offset == kSaturated) && at >= kLocatorSize &&
          load<std::uint32_t>(bytes_, at - kLocatorSize) == kEnd64Locator) {
        const auto end64 = load<std::uint64_t>(bytes_, at - kLocatorSize + 8);
        need(end64, kEnd64Size);
        if (load<std::uint32_t>(bytes_, end64) != kEnd64) malformed("its directory is damaged");
        count = load<std::uint64_t>(bytes_, end64 + 32);
        offset = load<std::uint64_t>(bytes_, end64 + 48);
      }
      if (count > bytes_.size() / kCentralSize) malformed("its directory is damaged");
      return {count, offset};
    }
    malformed("it is no zip archive");
  }

  static void widen(Entry& entry, ByteView extra) {
    for (std::size_t at = 0; at + 4 <= extra.size();) {
      const auto id = load<std::uint16_t>(extra, at);
      const std::size_t length = load<std::uint16_t>(extra, at + 2);
      std::size_t field = at + 4;
      const std::size_t end = std::min(field + length, extra.size());
      auto take = [&](std::uint64_t& value) {
        if (value != kSaturated || field + 8 > end) return;
        value = load<std::uint64_t>(extra, field);
        field += 8;
      };
      if (id == kExtra64) {
        take(entry.size);
        take(entry.packed);
        take(entry.offset);
      }
      at += 4 + length;
    }
  }

  void inflate_all(ByteView packed, std::vector<std::byte>& into) const {
    z_stream stream = {};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) malformed("it cannot be unpacked");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
    std::size_t read = 0, written = 0;
    constexpr std::size_t kStep = std::size_t{1} << 30;  // zlib counts in 32 bits
    std::byte spare{};                                   // an address for an empty entry
    int status = Z_OK;
    while (status == Z_OK) {
      const std::size_t in = std::min(kStep, packed.size() - read);
      const std::size_t out = std::min(kStep, into.size() - written);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + read));
      stream.avail_in = static_cast<uInt>(in);
      stream.next_out = reinterpret_cast<Bytef*>(out > 0 ? into.data() + written : &spare);
      stream.avail_out = static_cast<uInt>(out);
      status = inflate(&stream, Z_NO_FLUSH);
      const std::size_t consumed = in - stream.avail_in, produced = out - stream.avail_out;
      read += consumed;
      written += produced;
      if (status == Z_OK && consumed == 0 && produced == 0) break;
    }
    if (status != Z_STREAM_END || written != into.size()) malformed("an entry cannot be unpacked");
  }

  std::shared_ptr<const MappedFile> file_;
  ByteView bytes_;
};

struct Written {
  std::string name;
  std::uint32_t checksum = 0;
  std::uint64_t size = 0, offset = 0;
};

// Sizes and offset of 64 bits in an extra field, for every entry: simpler than deciding, and every
// reader takes it.
std::string extra_field(const Written& entry, bool with_offset) {
  std::string extra;
  put<std::uint16_t>(extra, kExtra64);
  put<std::uint16_t>(extra, with_offset ? 24 : 16);
  put(extra, entry.size);
  put(extra, entry.size);
  if (with_offset) put(extra, entry.offset);
  return extra;
}

std::string header_of(const Written& entry, bool central) {
  const std::string extra = extra_field(entry, central);
  std::string header;
  put(header, central ? kCentralHeader : kLocalHeader);
  if (central) put<std::uint16_t>(header, 45);  // made by version
  put<std::uint16_t>(header, 45);               // needs version
  put<std::uint16_t>(header, 0x0800);           // names are UTF-8
  put<std::uint16_t>(header, 0);                // stored
  put<std::uint32_t>(header, 0x00210000);       // 1980-01-01: the same file for the same arrays
  put(header, entry.checksum);
  put(header, kSaturated);
  put(header, kSaturated);
  put(header, static_cast<std::uint16_t>(entry.name.size()));
  put(header, static_cast<std::uint16_t>(extra.size()));
  if (central) {
    put<std::uint16_t>(header, 0);  // comment
    put<std::uint16_t>(header, 0);  // disk
    put<std::uint16_t>(header, 0);
    put<std::uint32_t>(header, 0);
    put(header, kSaturated);
  }
  return header + entry.name + extra;
}

std::string directory_of(const std::vector<Written>& entries, std::uint64_t offset) {
  std::string text;
  for (const Written& entry : entries) text += header_of(entry, true);
  const std::uint64_t size = text.size(), count = entries.size(), end64 = offset + size;
  put(text, kEnd64);
  put<std::uint64_t>(text, kEnd64Size - 12);
  put<std::uint16_t>(text, 45);
  put<std::uint16_t>(text, 45);
  put<std::uint64_t>(text, 0);  // disks
  put(text, count);
  put(text, count);
  put(text, size);
  put(text, offset);
  put(text, kEnd64Locator);
  put<std::uint32_t>(text, 0);
  put(text, end64);
  put<std::uint32_t>(text, 1);
  put(text, kEnd);
  put<std::uint32_t>(text, 0);
  const auto few = static_cast<std::uint16_t>(std::min<std::uint64_t>(count, 0xffff));
  put(text, few);
  put(text, few);
  put(text, static_cast<std::uint32_t>(std::min<std::uint64_t>(size, kSaturated)));
  put(text, static_cast<std::uint32_t>(std::min<std::uint64_t>(offset, kSaturated)));
  put<std::uint16_t>(text, 0);
  return text;
}

std::uint32_t checksum_of(const std::string& content) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
}

}  // namespace

NamedArrays read_npz(const std::string& path) {
  const Archive archive(MappedFile::open(path));
  NamedArrays arrays;
  for (const Entry& entry : archive.entries()) {
    if (entry.name.ends_with('/')) continue;
    std::vector<std::byte> inflated;
    const ByteView content = archive.content(entry, inflated);
    std::string name = entry.name;
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    arrays.emplace_back(name, parse_npy(content, path + "#" + entry.name));
  }
  return arrays;
}

void write_npz(const std::string& path, const NamedArrays& arrays) {
  const std::string temporary = path + ".tmp" + std::to_string(::getpid());
  auto fail = [&path](const char* what) {
    return Error(ErrorCode::io, std::string(what) + ": " + std::strerror(errno), {.file = path},
                 "check the folder's permissions and space");
  };
  std::FILE* file = std::fopen(temporary.c_str(), "wbx");
  if (!file) throw fail("cannot create");
  std::vector<Written> entries;
  std::uint64_t offset = 0;
  bool good = true;
  auto write = [&](const std::string& text) {
    good = good && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    offset += text.size();
  };
  try {
    for (const auto& [name, array] : arrays) {
      const std::string content = format_npy(array);
      // A name of more than 64 KiB has no place in an archive; no reader could hold it against us.
      Written entry{name.substr(0, 0xff00) + ".npy", checksum_of(content), content.size(), offset};
      write(header_of(entry, false));
      write(content);
      entries.push_back(std::move(entry));
    }
    write(directory_of(entries, offset));
  } catch (...) {
    std::fclose(file);
    ::unlink(temporary.c_str());
    throw;
  }
  good = std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0 && good;
  good = std::fclose(file) == 0 && good;
  if (good && ::rename(temporary.c_str(), path.c_str()) == 0) return;
  Error error = fail("cannot write");
  ::unlink(temporary.c_str());
  throw error;
}

}  // namespace opsmith::runtime
