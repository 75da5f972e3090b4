# Gathers every third-party library in one target; the headers count as system headers.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
if(OPSMITH_TESTS)
  find_package(GTest REQUIRED)
endif()
find_path(XXHASH_INCLUDE xxhash.h REQUIRED)
find_path(PROTOZERO_INCLUDE protozero/pbf_reader.hpp REQUIRED)

# Static: a process that starts has fewer libraries to load and relocate. A Python module cannot
# link it so, since Debian's static library is not position independent.
option(OPSMITH_SHARED_PROTOBUF "Link the shared protobuf library" "${SKBUILD}")
if(OPSMITH_SHARED_PROTOBUF)
  find_library(PROTOBUF_LITE NAMES protobuf-lite REQUIRED)
else()
  find_library(PROTOBUF_LITE NAMES libprotobuf-lite.a protobuf-lite REQUIRED)
endif()
find_library(XXHASH NAMES libxxhash.a xxhash REQUIRED)

function(find_third_party_file variable folder file)
  if(NOT EXISTS "${OPSMITH_THIRD_PARTY}/${folder}/${file}")
    message(FATAL_ERROR "${OPSMITH_THIRD_PARTY}/${folder} is missing; run scripts/bootstrap first")
  endif()
  set(${variable} "${OPSMITH_THIRD_PARTY}/${folder}" PARENT_SCOPE)
endfunction()
find_third_party_file(onnx_dir onnx-install lib/libonnx.a)
find_third_party_file(ort_headers onnxruntime/usr/include onnxruntime/onnxruntime_c_api.h)

add_library(opsmith_dependencies INTERFACE)
target_include_directories(opsmith_dependencies SYSTEM INTERFACE
  "${onnx_dir}/include" "${ort_headers}" "${ort_headers}/onnxruntime"
  "${XXHASH_INCLUDE}" "${PROTOZERO_INCLUDE}")
target_compile_definitions(opsmith_dependencies INTERFACE
  ONNX_ML=1 ONNX_NAMESPACE=onnx ONNX_USE_LITE_PROTO=1)
target_link_libraries(opsmith_dependencies INTERFACE
  "${onnx_dir}/lib/libonnx.a" "${onnx_dir}/lib/libonnx_proto.a" "${PROTOBUF_LITE}"
  "${XXHASH}" fmt::fmt CLI11::CLI11 nlohmann_json::nlohmann_json ZLIB::ZLIB Threads::Threads
  ${CMAKE_DL_LIBS})
